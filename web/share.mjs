/**
 * What other sites need to show a card of the page, or the page itself in a frame. Such addresses
 * are complete or of no use, so the author gives the site's own when building:
 *
 *     TINYGPT_SITE_URL=https://example.org/tiny-gpt/ ./build-wasm.sh
 *
 * Without it the page has a title and a description for cards, and no picture or frame.
 */

/** The site's address with the slash at its end, or undefined. */
export function siteUrl(given = process.env.TINYGPT_SITE_URL) {
  if (!given) return undefined;
  const url = URL.canParse(given) ? new URL(given) : undefined;
  if (!url || !/^https?:$/.test(url.protocol) || url.search || url.hash) {
    throw new Error(`TINYGPT_SITE_URL: "${given}" is not the address of a site`);
  }
  return url.href.replace(/\/?$/, "/");
}

const escaped = (text) =>
  text.replace(/[&<>"]/g, (sign) => ({ "&": "&amp;", "<": "&lt;", ">": "&gt;", '"': "&quot;" })[sign]);

/** OpenGraph's lines for the head of a page that is called `file` ("" for the front page). */
export function cardTags({ zh }, site, file, picture) {
  const properties = {
    "og:type": "article",
    "og:locale": "zh_CN",
    "og:locale:alternate": "en_US",
    "og:title": zh.page.title,
    "og:description": zh.page.lead,
    ...(site && { "og:url": site + file, "og:image": site + picture }),
  };
  const lines = Object.entries(properties).map(
    ([property, content]) => `<meta property="${property}" content="${escaped(content)}">`,
  );
  if (site) {
    const title = escaped(zh.page.title);
    lines.push(
      `<link rel="canonical" href="${escaped(site + file)}">`,
      `<link rel="alternate" type="application/json+oembed" href="${escaped(site)}oembed.json" title="${title}">`,
    );
  }
  return lines;
}

/** oembed.json: the stepper as a frame, for editors that ask for one. */
export function oembed({ zh }, site) {
  const width = 760;
  const height = 900;
  const title = escaped(zh.page.title);
  return {
    type: "rich",
    version: "1.0",
    title: zh.page.title,
    provider_name: "tiny-gpt",
    provider_url: site,
    html: `<iframe src="${escaped(site)}embed.html?lab=stepper&amp;lang=zh" width="${width}" height="${height}" title="${title}" loading="lazy"></iframe>`,
    width,
    height,
  };
}
