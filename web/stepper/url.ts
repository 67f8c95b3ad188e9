/** The state as a query string and back. A part that cannot be read is named and left out. */

import { maxTypedLength, typedIntegers } from "./numbers.js";
import {
  type Attempt,
  initialState,
  modelNames,
  type ModelName,
  type State,
  stepNames,
  type StepName,
} from "./state.js";

export interface Unreadable {
  key: string;
  value: string;
}

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
  query.set("step", state.step);
  const { place, column } = state.cell;
  if (place !== initial.cell.place || column !== initial.cell.column) {
    query.set("cell", `${place},${column}`);
  }
  if (state.firstColumn !== 0) query.set("column", String(state.firstColumn));
  if (state.attempt) query.set("try", attemptText(state.attempt));
  if (state.bet) query.set("bet", "1");
  return query;
}

export function queryToState(query: URLSearchParams): { state: State; unreadable: Unreadable[] } {
  const unreadable: Unreadable[] = [];
  const read = <T>(key: string, parse: (text: string) => T | undefined): T | undefined => {
    const text = query.get(key);
    if (text === null) return undefined;
    const value = parse(text);
    if (value === undefined) unreadable.push({ key, value: text.slice(0, 60) });
    return value;
  };
  const numbers = (text: string): number[] | undefined => {
    const typed = typedIntegers(text);
    return "numbers" in typed && typed.numbers.length <= maxTypedLength ? typed.numbers : undefined;
  };

  const model = read("model", (text) => modelNames.find((name) => name === text)) ?? "teaching";
  const initial = initialState(model satisfies ModelName);
  const ids = read("ids", numbers) ?? initial.ids;
  const positionIds = read("position_ids", (text) => {
    const list = numbers(text);
    return list?.length === ids.length ? list : undefined;
  });
  const isPrefill = positionIds && sameNumbers(positionIds, ids.map((_, t) => t));
  const cell = read("cell", (text) => {
    const list = numbers(text);
    if (list?.length !== 2 || list.some((value) => value < 0)) return undefined;
    return { place: list[0]!, column: list[1]! };
  });
  const firstColumn = read("column", (text) => {
    const list = numbers(text);
    return list?.length === 1 && list[0]! >= 0 ? list[0] : undefined;
  });
  const state: State = {
    model,
    ids,
    positionIds: positionIds && !isPrefill ? positionIds : null,
    step: read("step", (text) => stepNames.find((name): name is StepName => name === text)) ??
      initial.step,
    cell: cell ?? initial.cell,
    firstColumn: firstColumn ?? 0,
    attempt: read("try", readAttempt) ?? null,
    bet: query.get("bet") === "1",
  };
  return { state, unreadable };
}
