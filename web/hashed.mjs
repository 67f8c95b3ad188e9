/**
 * Names that hold a hash of the content. A host may have such a file cached for ever, and no file
 * ever meets another than the one that it was built with.
 */

import { createHash } from "node:crypto";

/** tinygpt.wasm → tinygpt-1A2B3C4D.wasm */
export function hashedName(name, content) {
  const hash = createHash("sha256").update(content).digest("hex").slice(0, 8).toUpperCase();
  return name.replace(/\.[^.]+$/, (ending) => `-${hash}${ending}`);
}

/** What the pattern of such names is, also of those that the bundler gives. */
export const hashedPattern = /-[0-9A-Z]{8}\.[a-z]+$/;

/** The script with the names in its strings exchanged; each must be there. */
export function renamedInScript(script, names) {
  let text = script;
  for (const [name, hashed] of names) {
    if (!text.includes(`"${name}"`)) throw new Error(`the script does not name ${name}`);
    text = text.replaceAll(`"${name}"`, () => `"${hashed}"`);
  }
  return text;
}

/** The page with the names in its links exchanged. */
export function renamedInPage(page, names) {
  return page.replace(/\b(href|src)="([^"?#]+)"/g, (whole, attribute, name) =>
    names.has(name) ? `${attribute}="${names.get(name)}"` : whole,
  );
}
