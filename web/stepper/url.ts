/** The state as a query string and back. A part that cannot be read is named and left out. */

import { maxTypedLength, typedIntegers } from "./numbers.js";
import {
  type Attempt,
  initialState,
  type ModelName,
  modelNames,
  offsets,
  type State,
  type StepName,
  stepNames,
  stepsOf,
} from "./state.js";

export type Unreadable =
  | { kind: "unreadable"; key: string; value: string }
  | { kind: "too-many"; key: string; count: number; most: number }
  | { kind: "length-mismatch"; key: "position_ids"; count: number; ids: number }
  | { kind: "outside"; key: string; value: string }
  | { kind: "no-such-step"; key: "step"; value: StepName; model: ModelName };

function sameNumbers(a: readonly number[], b: readonly number[]): boolean {
  return a.length === b.length && a.every((value, i) => value === b[i]);
}

function attemptText(attempt: Attempt): string {
  return attempt.kind === "too-long" ? "too-long" : `${attempt.table}:${attempt.index}`;
}

function readAttempt(text: string): Attempt | undefined {
  if (text === "too-long") return { kind: "too-long" };
  const match = /^(wte|wpe):(-?\d{1,15})$/.exec(text);
  if (!match) return undefined;
  return { kind: "index", table: match[1] as "wte" | "wpe", index: Number(match[2]) };
}

/** Says what differs from the model's first state, and always model, ids and step. */
export function stateToQuery(state: State): URLSearchParams {
  const initial = initialState(state.model);
  const query = new URLSearchParams({ model: state.model, ids: state.ids.join(",") });
  if (state.positionIds) query.set("position_ids", state.positionIds.join(","));
  if (state.promptLength !== null) query.set("prompt", String(state.promptLength));
  query.set("step", state.step);
  const { place, column } = state.cell;
  if (place !== initial.cell.place || column !== initial.cell.column) {
    query.set("cell", `${place},${column}`);
  }
  if (state.firstColumn !== 0) query.set("column", String(state.firstColumn));
  if (state.attempt) query.set("try", attemptText(state.attempt));
  if (state.bet) query.set("bet", "1");
  if (state.head !== initial.head) query.set("head", String(state.head));
  const { query: who, key } = state.pair;
  if (who !== initial.pair.query || key !== initial.pair.key) query.set("pair", `${who},${key}`);
  if (state.offset !== 0) query.set("offset", String(state.offset));
  return query;
}

export function queryToState(query: URLSearchParams): { state: State; unreadable: Unreadable[] } {
  const unreadable: Unreadable[] = [];
  const read = <T>(key: string, parse: (text: string) => T | undefined): T | undefined => {
    const text = query.get(key);
    if (text === null) return undefined;
    const value = parse(text);
    if (value === undefined) {
      const about = unreadable.some((said) => said.key === key);
      if (!about) unreadable.push({ kind: "unreadable", key, value: text.slice(0, 60) });
    }
    return value;
  };
  const numbers = (text: string): number[] | undefined => {
    const typed = typedIntegers(text);
    return "numbers" in typed ? typed.numbers : undefined;
  };
  const sequence = (key: string) => (text: string) => {
    const list = numbers(text);
    if (list === undefined || list.length <= maxTypedLength) return list;
    unreadable.push({ kind: "too-many", key, count: list.length, most: maxTypedLength });
    return undefined;
  };

  const model = read("model", (text) => modelNames.find((name) => name === text)) ?? "teaching";
  const initial = initialState(model);
  const ids = read("ids", sequence("ids")) ?? initial.ids;
  const positionIds = read("position_ids", (text) => {
    const list = sequence("position_ids")(text);
    if (list === undefined || list.length === ids.length) return list;
    unreadable.push({
      kind: "length-mismatch",
      key: "position_ids",
      count: list.length,
      ids: ids.length,
    });
    return undefined;
  });
  const promptLength = read("prompt", (text) => {
    const [length, ...more] = numbers(text) ?? [];
    const fits = length !== undefined && length > 0 && length <= ids.length;
    return fits && more.length === 0 ? length : undefined;
  });
  const step = read("step", (text) => {
    const known = stepNames.find((name) => name === text);
    if (known === undefined || stepsOf(model).includes(known)) return known;
    unreadable.push({ kind: "no-such-step", key: "step", value: known, model });
    return undefined;
  });
  const isPrefill = positionIds && sameNumbers(positionIds, ids.map((_, t) => t));
  const counts = (count: number) => (text: string) => {
    const list = numbers(text);
    return list?.length === count && list.every((value) => value >= 0) ? list : undefined;
  };
  const cell = read("cell", counts(2));
  const pair = read("pair", counts(2));
  const firstColumn = read("column", counts(1));
  const head = read("head", counts(1));
  const state: State = {
    model,
    ids,
    positionIds: positionIds && !isPrefill ? positionIds : null,
    promptLength: promptLength === ids.length ? null : (promptLength ?? null),
    step: step ?? initial.step,
    cell: cell ? { place: cell[0]!, column: cell[1]! } : initial.cell,
    firstColumn: firstColumn?.[0] ?? 0,
    attempt: read("try", readAttempt) ?? null,
    bet: query.get("bet") === "1",
    head: head?.[0] ?? initial.head,
    pair: pair ? { query: pair[0]!, key: pair[1]! } : initial.pair,
    offset: read("offset", (text) => offsets.find((offset) => String(offset) === text)) ?? 0,
  };
  return { state, unreadable };
}

/** What is chosen beyond the sentence or the model, which a query alone does not tell, is named and left out, too. */
export function withinModel(
  state: State,
  { n_embd, n_head }: { n_embd: number; n_head: number },
): { state: State; unreadable: Unreadable[] } {
  const initial = initialState(state.model);
  const places = state.ids.length;
  const { cell, pair } = state;
  const outside = {
    cell: (cell.place >= places || cell.column >= n_embd) && { cell: initial.cell },
    column: state.firstColumn >= n_embd && { firstColumn: initial.firstColumn },
    head: state.head >= n_head && { head: initial.head },
    pair: (pair.query >= places || pair.key >= places) && { pair: initial.pair },
  };
  const query = stateToQuery(state);
  const unreadable: Unreadable[] = [];
  let within = state;
  for (const [key, instead] of Object.entries(outside)) {
    const value = query.get(key);
    if (!instead || value === null) continue;
    within = { ...within, ...instead };
    unreadable.push({ kind: "outside", key, value });
  }
  return { state: within, unreadable };
}
