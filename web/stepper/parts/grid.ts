/** Arrow keys in a table of buttons, of which one at a time is a stop of the Tab key. */

const moves: Readonly<Record<string, readonly [number, number]>> = {
  ArrowLeft: [0, -1],
  ArrowRight: [0, 1],
  ArrowUp: [-1, 0],
  ArrowDown: [1, 0],
};

/** The cell that the key leads to, within a table of `size` rows and columns. */
export function moveInGrid(
  event: KeyboardEvent,
  from: readonly [number, number],
  size: readonly [number, number],
): [number, number] | undefined {
  const move = moves[event.key];
  if (!move || event.altKey || event.ctrlKey || event.metaKey) return undefined;
  event.preventDefault();
  const clamp = (value: number, end: number) => Math.max(0, Math.min(end - 1, value));
  return [clamp(from[0] + move[0], size[0]), clamp(from[1] + move[1], size[1])];
}
