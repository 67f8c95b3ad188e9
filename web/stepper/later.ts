/** A part of a template that is left out when it is drawn for the first time, and drawn later. */

import { nothing } from "lit";
import { AsyncDirective, directive } from "lit/async-directive.js";

class Later extends AsyncDirective {
  #draw: () => unknown = () => nothing;
  #isWaiting = false;
  #isDrawn = false;

  override render(draw: () => unknown, soon: (work: () => void) => void): unknown {
    this.#draw = draw;
    if (this.#isDrawn) return draw();
    if (!this.#isWaiting) soon(() => this.#drawNow());
    this.#isWaiting = true;
    return nothing;
  }

  #drawNow(): void {
    this.#isDrawn = true;
    this.setValue(this.#draw());
  }
}

/** What `draw` gives, first when the work is done that `soon` is given. */
export const later = directive(Later);
