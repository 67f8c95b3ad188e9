/** The wall: where the position table ends, and three ways out. */

import { html } from "lit";
import { fixed } from "../../stepper/numbers.js";
import { laboratory, type LabContext } from "../lab.js";
import { choices } from "../parts/controls.js";
import { largest } from "../parts/table.js";
import { fields } from "./fields.js";
import { gridStretched, stretched } from "./stretch.js";
import { styles } from "./styles.js";
import { type LimitView, type RowsWay, viewOf } from "./view.js";
import { wall } from "./wall.js";
import { truncated, windowed, windowFacts } from "./ways.js";
import { type LimitWords, words } from "./words.js";

export type LimitContext = LabContext<typeof fields, LimitView, LimitWords>;

function wayOut(context: LimitContext) {
  const { way } = context.view.readings[context.language];
  switch (way.kind) {
    case "truncate":
      return truncated(context, way);
    case "windows":
      return windowed(context, way);
    case "rows":
      return stretched(context, way);
    case "grid":
      return gridStretched(context, way);
  }
}

/** How far apart two neighbours in the middle of the new table lie in the old one. */
function middleStep({ sources }: RowsWay): string {
  const middle = Math.floor(sources.length / 2);
  return String(Number((sources[middle]! - sources[middle - 1]!).toFixed(3)));
}

export const lab = laboratory<typeof fields, LimitView, LimitWords>({
  fields,
  words,
  styles,
  view: viewOf,

  render(context) {
    const { words: say } = context;
    return html`
      ${wall(context)}
      <div class="way stack">
        ${choices(context, "way", say.way, say.ways)} ${wayOut(context)}
      </div>
    `;
  },

  seen({ view, state, words: say, language }) {
    const { words, way } = view.readings[language];
    switch (way.kind) {
      case "truncate":
        return say.seenTruncate(way.dropped, state.keep);
      case "windows":
        return say.seenWindows(windowFacts(view.rows, words, way));
      case "rows":
        return say.seenRows({
          rows: view.rows,
          target: state.target,
          step: middleStep(way),
          twins: way.twins.length,
          missing: way.error?.index ?? null,
        });
      case "grid":
        return say.seenGrid({
          from: way.from,
          to: way.to,
          classToken: state.class,
          before: fixed(largest(way.before.values), 4),
          after: fixed(largest(way.after.values), 4),
        });
    }
  },
});
