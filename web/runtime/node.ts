/**
 * A module of Node's own. Bundlers for the browser look for what stands in an import as text, and
 * a constant is as good as text to them; an argument is not.
 */
export function importFromNode(name: string): Promise<unknown> {
  return import(/* @vite-ignore */ /* webpackIgnore: true */ `node:${name}`);
}
