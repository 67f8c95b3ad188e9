/**
 * <lab-chart>: a chart drawn by Observable Plot, which is loaded when the first chart is. The
 * numbers stand in a table beside it, so the picture itself is one image with a name.
 */

import type * as PlotLibrary from "@observablehq/plot";

export type Plot = typeof PlotLibrary;
export type Drawing = (plot: Plot, width: number) => PlotLibrary.PlotOptions;

/** In passing, a layout can be narrower than the axes alone. */
const narrowest = 100;

let loading: Promise<Plot> | undefined;

function loadPlot(): Promise<Plot> {
  loading ??= import("@observablehq/plot").catch((error: unknown) => {
    loading = undefined;
    throw error;
  });
  return loading;
}

export class LabChart extends HTMLElement {
  #drawing: Drawing | undefined;
  #plot: Plot | undefined;
  #width = 0;
  readonly #sizes = new ResizeObserver(([entry]) => {
    const width = Math.floor(entry!.contentRect.width);
    if (width === this.#width) return;
    this.#width = width;
    this.#draw();
  });

  /** What to draw; given anew whenever the numbers change. */
  set drawing(drawing: Drawing) {
    this.#drawing = drawing;
    this.#draw();
  }

  connectedCallback(): void {
    this.#sizes.observe(this);
    loadPlot().then(
      (plot) => {
        this.#plot = plot;
        this.#draw();
      },
      // The table beside the chart has the numbers.
      () => this.toggleAttribute("missing", true),
    );
  }

  disconnectedCallback(): void {
    this.#sizes.disconnect();
  }

  #draw(): void {
    if (!this.#plot || !this.#drawing || this.#width < narrowest) return;
    const drawn = this.#plot.plot({
      style: { background: "none", fontSize: "12px", fontFamily: "inherit", overflow: "visible" },
      width: this.#width,
      ...this.#drawing(this.#plot, this.#width),
    });
    // An inline style sheet is against the page's policy; chart rules are in styles/chart.ts.
    drawn.querySelectorAll("style").forEach((style) => style.remove());
    drawn.setAttribute("aria-hidden", "true");
    this.replaceChildren(drawn);
  }
}

customElements.define("lab-chart", LabChart);
