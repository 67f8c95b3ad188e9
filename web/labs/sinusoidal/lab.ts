/** Sinusoidal positions from several sides, one at a time, and beside learned ones. */

import { html } from "lit";
import { fixed } from "../../stepper/numbers.js";
import { significant } from "../parts/numbers.js";
import { laboratory } from "../lab.js";
import { choices } from "../parts/controls.js";
import { clockPicture, clockView, type ClockView } from "./clock.js";
import { comparePicture, compareView, type CompareView } from "./comparison.js";
import { distancePicture, distanceView, type DistanceView } from "./distance.js";
import { type Context, fields, type State } from "./fields.js";
import { formulaPicture, formulaView, type FormulaView } from "./formula.js";
import { shiftPicture, shiftView, type ShiftView } from "./shift.js";
import { sinusoidalStyles } from "./styles.js";
import { trainingPicture, trainingView, type TrainingView } from "./training.js";
import { wavesPicture, wavesView, type WavesView } from "./waves.js";
import { words } from "./words.js";
import type { Core } from "../lab.js";

export type View =
  | FormulaView
  | WavesView
  | ClockView
  | ShiftView
  | DistanceView
  | TrainingView
  | CompareView;

function viewOf(state: State, core: Core): View {
  switch (state.show) {
    case "formula":
      return formulaView(state, core);
    case "waves":
      return wavesView(state, core);
    case "clock":
      return clockView(state, core);
    case "shift":
      return shiftView(state, core);
    case "distance":
      return distanceView(state, core);
    case "training":
      return trainingView(state, core);
    case "compare":
      return compareView(core);
  }
}

function picture(context: Context) {
  const { view } = context;
  switch (view.show) {
    case "formula":
      return formulaPicture(context, view);
    case "waves":
      return wavesPicture(context, view);
    case "clock":
      return clockPicture(context, view);
    case "shift":
      return shiftPicture(context, view);
    case "distance":
      return distancePicture(context, view);
    case "training":
      return trainingPicture(context, view);
    case "compare":
      return comparePicture(context, view);
  }
}

export const lab = laboratory({
  fields,
  words,
  view: viewOf,
  render: (context) => html`
    ${choices(context, "show", context.words.show, context.words.views)} ${picture(context)}
  `,

  seen({ view, words: { seen } }) {
    switch (view.show) {
      case "formula":
        return seen.formula(view.i, significant(view.frequency), view.d / 2);
      case "waves":
        return seen.waves(view.i, significant(view.wavelength), significant(view.turns, 3));
      case "clock": {
        const [first, last] = [view.clocks[0]!, view.clocks.at(-1)!];
        const turns = (clock: typeof first) => significant(view.pos / clock.wavelength, 2);
        return seen.clock(view.pos, turns(first), turns(last));
      }
      case "shift":
        return seen.shift(view.k, view.checked, significant(view.difference, 2));
      case "distance":
        return seen.distance(view.pos, significant(view.difference, 2));
      case "training": {
        const moved = view.learned.moved.flatMap((change, row) => (change > 0 ? [row] : []));
        const same = view.sinusoidal.moved.every((change) => change === 0);
        return seen.training(view.steps, moved, same, view.learned.losses.map((loss) => fixed(loss, 3)));
      }
      case "compare":
        return seen.compare(significant((100 * view.position) / view.total, 2));
    }
  },
  styles: sinusoidalStyles,
});
