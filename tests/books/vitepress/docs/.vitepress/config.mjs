import { defineConfig } from "vitepress";

export default defineConfig({
  lang: "zh-CN",
  title: "位置向量",
  vue: {
    template: { compilerOptions: { isCustomElement: (tag) => tag === "tiny-gpt-lab" } },
  },
  head: [
    ["script", { type: "module", src: "/tiny-gpt/tiny-gpt-lab.js" }],
    ["style", {}, "@media print { .no-print { display: none } }"],
  ],
  themeConfig: {
    search: { provider: "local" },
    sidebar: [
      { text: "前言", link: "/" },
      { text: "学习出来的位置", link: "/chapter" },
      { text: "后记", link: "/after" },
    ],
  },
});
