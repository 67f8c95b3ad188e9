/** Which rows learn: the gradient of one step, and the updates of a whole training. */

import { css, html } from "lit";
import { laboratory } from "../lab.js";
import { grouped } from "../parts/amounts.js";
import { fields } from "./fields.js";
import { barsOf, phasesOf, tableRows } from "./lengths.js";
import { step, zeroRows } from "./step.js";
import { stepsText, training } from "./training.js";
import { words } from "./words.js";

/** The sentences that the teaching model was trained on, repeated to the length wanted. */
const sentences = [
  [0, 1, 2],
  [2, 1, 0],
  [0, 3, 4],
  [2, 3, 4],
];

export const lab = laboratory({
  fields,
  words,

  view({ lengths, mix, weights: own, steps, batch, seed }, core) {
    const { config, vocabulary } = core.model("teaching");
    const texts = lengths.map((length, at) => {
      const sentence = sentences[at % sentences.length]!;
      return Array.from({ length }, (_, place) => sentence[place % sentence.length]!);
    });
    using model = core.runtime.createModel("synthetic", { config, scale: 10 });
    const { wpe } = core.runtime.gradients(model, texts);
    const bars = barsOf(mix, own);
    const phases = phasesOf(mix, bars, steps, batch);
    return {
      sentences: texts.map((ids) => ids.map((id) => vocabulary![id]!)),
      wpe,
      fetched: Array.from(
        { length: config.n_positions },
        (_, row) => lengths.filter((length) => length - 1 > row).length,
      ),
      bars,
      updates: core.runtime.rowUpdates({ rows: tableRows, phases, seed }),
    };
  },

  render(context) {
    return html`${step(context, context.view)} ${training(context, context.view)}`;
  },

  seen({ view: { sentences: texts, wpe, updates }, words: say }) {
    const longest = Math.max(...texts.map((text) => text.length));
    const zero = zeroRows(wpe);
    const { expected, simulated, steps } = updates;
    const half = expected.findIndex((value) => value < steps / 2);
    const oneStep =
      zero.length === 0
        ? say.seenAll(wpe.shape[0])
        : say.seenZero({ longest, first: zero[0]!, last: zero.at(-1)! });
    const whole = say.seenTraining({
      steps: grouped(steps),
      first: stepsText(expected[0]!),
      lastRow: tableRows - 1,
      last: stepsText(expected[tableRows - 1]!),
      drawn: stepsText(simulated![tableRows - 1]!),
      half: half < 0 ? null : half,
    });
    return say.seenBoth(oneStep, whole);
  },

  styles: css`
    .lab-table td.said {
      text-align: start;
      white-space: normal;
      padding-inline-start: 0.6rem;
    }

    .gradient thead th:last-child {
      text-align: start;
      padding-inline-start: 0.6rem;
    }

    .part {
      font-weight: 600;
    }

    @container (max-width: 26rem) {
      .gradient :is(td, thead th) {
        padding-inline: 0.2rem;
      }
    }

    .batch td {
      min-width: 1.6rem;
      text-align: center;
    }

    .batch thead th {
      text-align: center;
      vertical-align: bottom;
    }

    .batch thead th.corner {
      text-align: start;
      white-space: normal;
      max-width: 5.6rem;
    }

    .batch td.input {
      background: var(--wpe-tint);
      border: 1px solid var(--wpe);
    }

    .batch td.target {
      border: 1px dashed var(--control);
      color: var(--muted);
    }
  `,
});
