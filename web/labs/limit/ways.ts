/** Truncating, sliding a window: what each does with the reader's words. */

import { html, nothing, svg } from "lit";
import type { Window } from "../../runtime/tinygpt-laboratories.js";
import { choices, slider } from "../parts/controls.js";
import type { LimitContext } from "./lab.js";
import { strip } from "./strip.js";
import type { Way } from "./view.js";

type Of<K extends Way["kind"]> = Extract<Way, { kind: K }>;

export function truncated(context: LimitContext, { kept }: Of<"truncate">) {
  const { view, words: say, language } = context;
  const { words } = view.readings[language];
  return html`
    <div class="controls">${choices(context, "keep", say.keep, say.keeps)}</div>
    ${strip(
      say.ways.truncate,
      words.map((word, place) => {
        const position = kept.indexOf(place);
        return position < 0
          ? { word, number: "–", kind: "lost", meaning: say.lost }
          : { word, number: String(position), kind: "kept" };
      }),
    )}
    <p class="prose"><span class="lead-in">${say.price}</span> ${say.truncatePrice}</p>
  `;
}

/** The outline of all pairs among the places of a window: each sees itself and those before it. */
function stairs({ start, end }: Window): string {
  const steps = Array.from({ length: end - start }, (_, i) => `H${start + i + 1}V${start + i + 1}`);
  return `M${start} ${start}${steps.join("")}H${start}Z`;
}

/** Beyond this many words their names would be too small to read. */
const mostNamed = 30;

function pairsPicture({ view, words: say, language }: LimitContext, way: Of<"windows">) {
  const { words } = view.readings[language];
  const length = words.length;
  const named = length <= mostNamed;
  const width = length + (named ? 6 : 0.2);
  return html`
    <figure class="pairs">
      <svg
        viewBox="-0.1 -0.1 ${width + 0.2} ${length + 0.2}"
        role="img"
        aria-label="${say.pairs}: ${say.seenWindows(windowFacts(view.rows, words, way))}"
      >
        <defs>
          <pattern id="unseen" width="0.5" height="0.5" patternUnits="userSpaceOnUse">
            <path d="M0 0.5L0.5 0" class="hatch" />
          </pattern>
        </defs>
        <path class="all" d=${stairs({ start: 0, end: length })} />
        ${way.windows.map((window) => svg`<path class="ground" d=${stairs(window)} />`)}
        ${way.windows.map((window) => svg`<path class="seen-pairs" d=${stairs(window)} />`)}
        ${named
          ? words.map(
              (word, place) =>
                svg`<text x=${place + 1.3} y=${place + 0.78} font-size="0.72">${word}</text>`,
            )
          : nothing}
      </svg>
      <figcaption>${say.pairsCaption}</figcaption>
    </figure>
  `;
}

export function windowFacts(size: number, words: readonly string[], way: Of<"windows">) {
  const isWord = (text: string) => /[\p{L}\p{N}]/u.test(text);
  const first = Math.max(0, words.findIndex(isWord));
  const last = Math.max(first, words.findLastIndex(isWord));
  return {
    count: way.windows.length,
    pairs: way.pairs,
    unseen: way.unseen,
    size,
    first: words[first]!,
    last: words[last]!,
    apart: way.windows.every(({ start, end }) => start > first || end <= last),
  };
}

export function windowed(context: LimitContext, way: Of<"windows">) {
  const { view, words: say, language } = context;
  const { words } = view.readings[language];
  return html`
    <div class="controls">${slider(context, "overlap", say.overlap, { most: view.rows - 1 })}</div>
    <div class="stack windows">
      ${way.windows.map(({ start, end }, number) => {
        const before = way.windows[number - 1]?.end ?? 0;
        const name = say.window(number + 1, start, end - 1);
        return html`
          <p class="note">${name}</p>
          ${strip(
            name,
            words.slice(start, end).map((word, position) =>
              start + position < before
                ? { word, number: String(position), kind: "again", meaning: say.again }
                : { word, number: String(position), kind: "kept" },
            ),
          )}
        `;
      })}
    </div>
    ${pairsPicture(context, way)}
    <p class="prose"><span class="lead-in">${say.price}</span> ${say.windowsPrice(way.repeated)}</p>
  `;
}
