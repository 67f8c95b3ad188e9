/** What the reader has chosen: the one store that the stepper and the URL are views of. */

export const modelNames = ["teaching", "book-3.8", "gpt2-small"] as const;
export type ModelName = (typeof modelNames)[number];

export const stepNames = [
  "ids",
  "position_ids",
  "wte",
  "wpe",
  "sum",
  "attention",
  "mlp",
  "next",
  "range",
] as const;
export type StepName = (typeof stepNames)[number];

/** Steps that need all of a model's weights. */
export const networkSteps: readonly StepName[] = ["attention", "mlp", "next"];

/** The steps that a model is taken through. */
export function stepsOf(model: ModelName): readonly StepName[] {
  return model === "gpt2-small"
    ? stepNames.filter((step) => !networkSteps.includes(step))
    : stepNames;
}

/** A bad index to try at the last step, without touching the sentence. */
export type Attempt =
  | { kind: "too-long" }
  | { kind: "index"; table: "wte" | "wpe"; index: number };

export interface State {
  readonly model: ModelName;
  readonly ids: readonly number[];
  /** null: 0, 1, 2, ... as prefill has it. Otherwise one for each id. */
  readonly positionIds: readonly number[] | null;
  /** How many ids were given; those after them were chosen one by one. null: all were given. */
  readonly promptLength: number | null;
  readonly step: StepName;
  /** The cell of X0 whose arithmetic is shown. May lie outside X0: then none is. */
  readonly cell: { readonly place: number; readonly column: number };
  /** The first of the columns that are printed. */
  readonly firstColumn: number;
  readonly attempt: Attempt | null;
  readonly bet: boolean;
  /** The head whose attention is shown. */
  readonly head: number;
  /** The cell of its weights whose arithmetic is shown: who looks, and at whom. */
  readonly pair: { readonly query: number; readonly key: number };
  /** What the length of the cache is wrong by where the last token is read. */
  readonly offset: Offset;
}

export const offsets = [-1, 0, 1] as const;
export type Offset = (typeof offsets)[number];

/** Words of the first GPT-2 sentence, so that it can be read before the vocabulary is loaded. */
export const gpt2Sample = [
  { id: 15496, text: "Hello" },
  { id: 995, text: " world" },
] as const;

/** The first sentence of each model, and the cell and the weight that are looked at first. */
const firstSights: Readonly<Record<ModelName, Pick<State, "ids" | "cell" | "pair">>> = {
  teaching: {
    ids: [0, 1, 2],
    cell: { place: 2, column: 1 },
    pair: { query: 2, key: 1 },
  },
  "book-3.8": {
    ids: [0, 11, 12, 13, 14, 1],
    cell: { place: 1, column: 0 },
    pair: { query: 5, key: 3 },
  },
  "gpt2-small": {
    ids: gpt2Sample.map(({ id }) => id),
    cell: { place: 1, column: 0 },
    pair: { query: 2, key: 1 },
  },
};

export function initialState(model: ModelName): State {
  return {
    ...firstSights[model],
    model,
    positionIds: null,
    promptLength: null,
    step: "sum",
    firstColumn: 0,
    attempt: null,
    bet: false,
    head: 0,
    offset: 0,
  };
}

export function stepIndex(step: StepName): number {
  return stepNames.indexOf(step);
}

/** The state some steps forward or back, within the steps of its model. */
export function moved(state: State, by: number): State {
  const steps = stepsOf(state.model);
  const index = Math.max(0, Math.min(steps.length - 1, steps.indexOf(state.step) + by));
  return { ...state, step: steps[index]! };
}

/** Another model from its first sentence on, at the same step if it has that one. */
export function otherModel(state: State, model: ModelName): State {
  const initial = initialState(model);
  const step = stepsOf(model).includes(state.step) ? state.step : initial.step;
  return { ...initial, step, bet: state.bet };
}

/** A new sentence, given as a whole; explicit positions are kept for the places that remain. */
export function withIds(state: State, ids: readonly number[]): State {
  const positionIds =
    state.positionIds && ids.map((_, place) => state.positionIds![place] ?? place);
  return { ...state, ids, positionIds, promptLength: null };
}

export function withId(state: State, place: number, id: number): State {
  return { ...state, ids: state.ids.with(place, id), promptLength: null };
}

export function appendId(state: State, id: number): State {
  return withIds(state, [...state.ids, id]);
}

/** The token that the model chose; the cache goes on from what it holds. */
export function continueWith(state: State, id: number): State {
  return { ...appendId(state, id), promptLength: state.promptLength ?? state.ids.length };
}

/** The prompt alone, before any token was chosen. */
export function promptOf(state: State): State {
  return withIds(state, state.ids.slice(0, state.promptLength ?? undefined));
}

/** Removes a token and its position, so that the positions of the others stay theirs. */
export function removeToken(state: State, place: number): State {
  const last = state.ids.length - 1;
  const goesBack = place === last && state.promptLength !== null && state.promptLength < last;
  return {
    ...state,
    ids: state.ids.toSpliced(place, 1),
    positionIds: state.positionIds?.toSpliced(place, 1) ?? null,
    promptLength: goesBack ? state.promptLength : null,
  };
}

/** Swaps two tokens; positions belong to places and stay. */
export function moveToken(state: State, from: number, to: number): State {
  if (to < 0 || to >= state.ids.length) return state;
  const moved = state.ids[from]!;
  const ids = state.ids.toSpliced(from, 1).toSpliced(to, 0, moved);
  return { ...state, ids, promptLength: null };
}

export function withPositionId(
  state: State,
  place: number,
  positionId: number,
  current: ArrayLike<number>,
): State {
  const positionIds = Array.from(current).with(place, positionId);
  const isPrefill = positionIds.every((position, t) => position === t);
  return { ...state, positionIds: isPrefill ? null : positionIds };
}
