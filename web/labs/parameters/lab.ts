/** What the position table costs: its parameters, beside all others of published models. */

import { html, nothing } from "lit";
import type { ParameterConfig, ParameterCount } from "../../runtime/tinygpt-laboratories.js";
import { choice, whole, type WholeField } from "../fields.js";
import { laboratory, type LabContext } from "../lab.js";
import { bytes, grouped, percent } from "../parts/amounts.js";
import { slider } from "../parts/controls.js";
import { type Row, table } from "../parts/table.js";
import { bar } from "./bar.js";
import { published, publishedNames } from "./configurations.js";
import { formula, type Part, partsOf } from "./parts.js";
import { parametersStyles } from "./styles.js";
import { type ParametersWords, words } from "./words.js";

/** Moved in steps, typed to the exact number. */
function size(start: number, min: number, max: number, step: number): WholeField & { step: number } {
  return { ...whole(start, min, max), step };
}

const modelNames = [...publishedNames, "own"] as const;
type ModelName = (typeof modelNames)[number];

const ownSizes = {
  n_layer: whole(12, 0, 96),
  n_embd: size(768, 64, 12288, 64),
  n_positions: size(1024, 64, 16384, 64),
  vocab_size: size(50257, 1, 262144, 1),
};
const sizeNames = Object.keys(ownSizes) as (keyof typeof ownSizes)[];
const fields = { model: choice<ModelName>("gpt2", modelNames), ...ownSizes };

interface Counted {
  readonly model: ModelName;
  readonly config: ParameterConfig;
  readonly count: ParameterCount;
  /** [rows, columns] of the position table. */
  readonly table: readonly number[];
  readonly share: number;
}

interface View {
  readonly models: readonly Counted[];
  readonly chosen: Counted;
  readonly parts: readonly Part[];
  /** What one layer more adds to the total. */
  readonly perLayer: number;
}

type Context = LabContext<typeof fields, View, ParametersWords>;

function nameOf(model: ModelName, say: ParametersWords): string {
  return model === "own" ? say.own : published[model].name;
}

const layerKeys = ["n_layer", "num_hidden_layers", "encoder_layers", "decoder_layers"];

function oneLayerMore(config: ParameterConfig): ParameterConfig {
  const deeper = Object.entries(config).map(([key, value]) => [
    key,
    layerKeys.includes(key) ? Number(value) + 1 : value,
  ]);
  return Object.fromEntries(deeper) as ParameterConfig;
}

/** What a part is, and what this model does with it. */
function explained(part: Part, { config }: Counted, say: ParametersWords): string {
  const { model_type } = config;
  const text = say.roles[part.role];
  if (part.role === "words" && model_type !== "bert") return text + say.tiedWords;
  if (part.role !== "positions") return text;
  if (model_type === "opt") return text + say.offsetPositions;
  if (model_type !== "vit") return text;
  return text + say.patchPositions(config.image_size / config.patch_size);
}

/** May break after a dot. */
function tensorName(name: string) {
  return html`<code>${name.split(".").map((part, at) => (at === 0 ? part : html`.<wbr />${part}`))}</code>`;
}

/** The table of all models is what one of them is chosen with. */
function modelTable({ state, set, view, words: say }: Context) {
  return html`
    <div class="models" role="radiogroup" aria-label=${say.models}>
      ${table({
        caption: say.models,
        corner: say.columns[4],
        columns: say.columns.slice(0, 4),
        rows: view.models.map(({ model, count, table: shape, share }) => ({
          header: html`<label class="option">
            <input
              type="radio"
              name="model"
              .checked=${model === state.model}
              @change=${() => set({ model })}
            />
            <span>${nameOf(model, say)}</span>
          </label>`,
          cells: [
            percent(share),
            grouped(count.position),
            grouped(count.total),
            html`<code>[${shape.join(", ")}]</code>`,
          ],
          classes: model === state.model ? "lit" : "",
        })),
      })}
      <p class="note prose">${say.source}</p>
    </div>
  `;
}

function sumTable({ view: { chosen, parts }, words: say }: Context) {
  const { total } = chosen.count;
  const rows: Row[] = parts.map((part) => ({
    header: tensorName(part.name),
    cells: [
      part.role === "layers" ? `${part.times} × ${grouped(part.each)}` : formula(part.shapes),
      grouped(part.count),
      percent(part.count / total),
      { text: explained(part, chosen, say), classes: "said" },
    ],
    classes: part.role,
  }));
  return table({
    caption: say.sum(nameOf(chosen.model, say)),
    corner: say.part,
    columns: say.sumColumns,
    rows: [
      ...rows,
      { header: say.total, cells: ["", grouped(total), percent(1), ""], classes: "total" },
    ],
    classes: "sum",
  });
}

function layerTable(part: Part, say: ParametersWords) {
  const rows: Row[] = part.tensors.map(({ name, role, cross, shapes, count }) => ({
    header: tensorName(name),
    cells: [
      formula(shapes),
      grouped(count),
      { text: cross ? say.cross(say.tensors[role]) : say.tensors[role], classes: "said" },
    ],
  }));
  return html`
    <details>
      <summary>${say.inside(part.name)}</summary>
      ${table({
        caption: say.inside(part.name),
        corner: say.part,
        columns: say.insideColumns,
        rows: [
          ...rows,
          { header: say.layerTotal, cells: ["", grouped(part.each), ""], classes: "total" },
        ],
        classes: "sum",
      })}
    </details>
  `;
}

export const lab = laboratory({
  fields,
  words,
  styles: parametersStyles,

  view({ model, ...own }, { runtime }): View {
    const models = modelNames.map((name): Counted => {
      const config = name === "own" ? { model_type: "gpt2" as const, ...own } : published[name].config;
      const count = runtime.parameterCount(config);
      const isTable = ({ role }: Part) => role === "positions";
      const shape = partsOf(count).find(isTable)!.shapes[0]!.slice(-2);
      return { model: name, config, count, table: shape, share: count.position / count.total };
    });
    const chosen = models.find((counted) => counted.model === model)!;
    const { config, count } = chosen;
    const perLayer = runtime.parameterCount(oneLayerMore(config)).total - count.total;
    return { models, chosen, parts: partsOf(count), perLayer };
  },

  render(context) {
    const { state, view, words: say } = context;
    const { chosen, parts } = view;
    const { position, total } = chosen.count;
    const name = nameOf(chosen.model, say);
    const share = percent(chosen.share);
    return html`
      ${modelTable(context)}
      ${state.model === "own"
        ? html`<div class="controls">
            ${sizeNames.map((key) => slider(context, key, say.sizes[key]))}
          </div>`
        : nothing}
      ${bar(parts, { name: say.bar(name, share), label: say.barPositions(share), say })}
      ${sumTable(context)}
      ${parts.filter(({ role }) => role === "layers").map((part) => layerTable(part, say))}
      ${table({
        caption: say.storage,
        corner: "",
        columns: say.storageColumns,
        rows: say.kinds.map((kind, at) => ({
          header: kind,
          cells: [bytes(position * 2 ** (2 - at)), bytes(total * 2 ** (2 - at))],
        })),
      })}
      <p class="note">${say.storageNote}</p>
    `;
  },

  seen({ view: { chosen, perLayer }, words: say }) {
    return say.seen({
      model: chosen.model === "own" ? null : nameOf(chosen.model, say),
      position: grouped(chosen.count.position),
      total: grouped(chosen.count.total),
      share: percent(chosen.share),
      perLayer: grouped(perLayer),
      bothSides: chosen.config.model_type === "whisper",
    });
  },
});
