export default {
  title: "位置向量",
  url: "https://example.org",
  baseUrl: "/",
  i18n: { defaultLocale: "zh-CN", locales: ["zh-CN"] },
  onBrokenLinks: "throw",
  scripts: [{ src: "/tiny-gpt/tiny-gpt-lab.js", type: "module" }],
  presets: [
    [
      "classic",
      {
        docs: { routeBasePath: "/", sidebarPath: "./sidebars.mjs" },
        blog: false,
        pages: false,
        sitemap: false,
        theme: { customCss: "./src/css/custom.css" },
      },
    ],
  ],
  themeConfig: { navbar: { title: "位置向量" } },
};
