/** From positions in X0 to positions in the score: four terms, RoPE, ALiBi, T5, none at all. */

import { html } from "lit";
import { IndexError } from "../../runtime/tinygpt-laboratories.js";
import { fixed } from "../../stepper/numbers.js";
import { type Core, laboratory } from "../lab.js";
import { choices } from "../parts/controls.js";
import { significant } from "../parts/numbers.js";
import { absolutePicture, absoluteView, type AbsoluteView } from "./absolute.js";
import { alibiPicture, alibiView, type AlibiView } from "./alibi.js";
import { comparePicture, compareView, type CompareView } from "./comparison.js";
import { type Context, fields, type State } from "./fields.js";
import { nonePicture, noneView, type NoneView } from "./none.js";
import { ropePicture, ropeView, type RopeView } from "./rope.js";
import { relativeStyles } from "./styles.js";
import { ownRun, t5Picture, t5View, type T5View } from "./t5.js";
import { words } from "./words.js";

export type View = AbsoluteView | RopeView | AlibiView | T5View | NoneView | CompareView;

function viewOf(state: State, core: Core): View {
  switch (state.scheme) {
    case "absolute":
      return absoluteView(state, core);
    case "rope":
      return ropeView(state, core);
    case "alibi":
      return alibiView(state, core);
    case "t5":
      return t5View(state, core);
    case "none":
      return noneView(core);
    case "compare":
      return compareView(core);
  }
}

function picture(context: Context) {
  const { view } = context;
  switch (view.scheme) {
    case "absolute":
      return absolutePicture(context, view);
    case "rope":
      return ropePicture(context, view);
    case "alibi":
      return alibiPicture(context, view);
    case "t5":
      return t5Picture(context, view);
    case "none":
      return nonePicture(context, view);
    case "compare":
      return comparePicture(context, view);
  }
}

export const lab = laboratory({
  fields,
  words,
  view: viewOf,
  styles: relativeStyles,
  render: (context) => html`
    ${choices(context, "scheme", context.words.scheme, context.words.schemes)} ${picture(context)}
  `,

  seen({ view, words: { seen } }) {
    switch (view.scheme) {
      case "absolute": {
        if (view.now instanceof IndexError) return seen.outside(view.k);
        const { contentContent, score } = view.changes!;
        return seen.absolute(view.k, contentContent === 0, fixed(score, 3));
      }
      case "rope":
        return seen.rope(view.k, significant(view.change, 2));
      case "alibi":
        return seen.alibi(
          view.slopes.length,
          significant(Math.max(...view.slopes)),
          significant(Math.min(...view.slopes)),
        );
      case "t5": {
        const { from, to, isOpen } = ownRun(view);
        return seen.t5(view.distance, view.bucket, isOpen ? null : to - from + 1);
      }
      case "none":
        return seen.none;
      case "compare":
        return seen.compare;
    }
  },
});
