/** A part of a template that is left out when it is drawn for the first time, and drawn later. */

import { nothing } from "lit";
import { AsyncDirective, directive } from "lit/async-directive.js";

class Later extends AsyncDirective {
  #draw: () => unknown = () => nothing;
  #isWaiting = false;
  #isDue = false;

  override render(draw: () => unknown, soon: (work: () => void) => void): unknown {
    this.#draw = draw;
    if (this.#isDue) return draw();
    if (!this.#isWaiting) soon(() => this.#drawNow());
    this.#isWaiting = true;
    return nothing;
  }

  #drawNow(): void {
    this.#isDue = true;
    // Something else may have its place by now.
    if (this.isConnected) this.setValue(this.#draw());
  }

  protected override reconnected(): void {
    if (this.#isDue) this.setValue(this.#draw());
  }
}

/** What `draw` gives, first when the work is done that `soon` is given. */
export const later = directive(Later);
