/**
 * Rows of buttons that are one stop of the Tab key (ARIA's toolbar pattern): the arrow keys, Home and
 * End lead from button to button. The stop is where the focus was last, and lives in the buttons'
 * tabindex.
 */

function buttonsOf(toolbar: HTMLElement): HTMLButtonElement[] {
  return [...toolbar.querySelectorAll<HTMLButtonElement>("button:not(:disabled)")];
}

/** Makes one of the buttons the stop: the wanted one, else the one that was it, else the first. */
export function keepOneStop(toolbar: HTMLElement, wanted?: HTMLButtonElement): void {
  const buttons = buttonsOf(toolbar);
  const before = buttons.find((button) => button.getAttribute("tabindex") === "0");
  const stop = wanted ?? before ?? buttons[0];
  for (const button of toolbar.querySelectorAll("button")) button.tabIndex = button === stop ? 0 : -1;
}

export function onToolbarFocus(event: FocusEvent): void {
  if (event.target instanceof HTMLButtonElement) {
    keepOneStop(event.currentTarget as HTMLElement, event.target);
  }
}

export function onToolbarKey(event: KeyboardEvent): void {
  if (event.altKey || event.ctrlKey || event.metaKey) return;
  const buttons = buttonsOf(event.currentTarget as HTMLElement);
  const from = buttons.indexOf(event.target as HTMLButtonElement);
  const to = {
    ArrowLeft: from - 1,
    ArrowRight: from + 1,
    Home: 0,
    End: buttons.length - 1,
  }[event.key];
  if (from < 0 || to === undefined) return;
  event.preventDefault();
  buttons[to]?.focus();
}
