/**
 * The address: language, the stepper's state, and the laboratories'. On the whole page a
 * laboratory's keys have its name before them ("positions.past=3"); alone ("lab=positions") they
 * stand bare.
 */

import type { LabName } from "../labs/names.js";
import type { State } from "../stepper/state.js";
import { stateToQuery } from "../stepper/url.js";
import type { Language } from "../words/index.js";
import type { Alone } from "./alone.js";

type Pairs = [string, string][];

/** The fields of one laboratory in the address. */
export function labQuery(query: URLSearchParams, name: LabName, alone: Alone | null): Pairs {
  const pairs = [...query];
  if (alone === name) return pairs.filter(([key]) => key !== "lab" && key !== "lang");
  return pairs
    .filter(([key]) => key.startsWith(`${name}.`))
    .map(([key, value]) => [key.slice(name.length + 1), value]);
}

function addressOf(pairs: Pairs, hash = ""): string {
  // Commas and colons may stand in a query as they are, and read better so.
  const query = new URLSearchParams(pairs).toString().replaceAll("%2C", ",").replaceAll("%3A", ":");
  return `?${query}${hash}`;
}

/** The address of one laboratory alone. */
export function aloneAddress(name: LabName, state: Pairs, language: Language): string {
  return addressOf([["lab", name], ...state, ["lang", language]]);
}

/** The address of all that the page shows. */
export function pageAddress(
  { alone, stepper, labs, language, hash }: {
    alone: Alone | null;
    stepper: State;
    labs: ReadonlyMap<LabName, Pairs>;
    language: Language;
    hash: string;
  },
): string {
  if (alone !== null && alone !== "stepper") {
    return aloneAddress(alone, labs.get(alone) ?? [], language);
  }
  const head: Pairs = alone ? [["lab", alone]] : [];
  const rest: Pairs = alone
    ? []
    : [...labs].flatMap(([name, state]) =>
        state.map(([key, value]): [string, string] => [`${name}.${key}`, value]),
      );
  return addressOf([...head, ...stateToQuery(stepper), ...rest, ["lang", language]], hash);
}
