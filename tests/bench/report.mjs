/** Figures of a benchmark: median and spread, one JSON line each, and a table at the end. */

import { cpus } from "node:os";

const figures = [];

/** @param {number[]} samples in one unit; @param {object} [facts] what else belongs to the figure; `ratio`: one { value, of } or several */
export function report(name, unit, samples, facts = {}) {
  const sorted = [...samples].sort((a, b) => a - b);
  const at = (share) => sorted[Math.round(share * (sorted.length - 1))];
  const figure = {
    name,
    unit,
    median: round(at(0.5)),
    low: round(at(0.1)),
    high: round(at(0.9)),
    samples: sorted.length,
    ...facts,
  };
  figures.push(figure);
  console.log(JSON.stringify(figure));
  return at(0.5);
}

export function machine() {
  const [{ model }] = cpus();
  return { cpu: model.trim(), cores: cpus().length, node: process.version };
}

export function printTable() {
  console.log();
  const rows = figures.map(({ name, unit, median, low, high, ratio = [] }) => [
    name,
    `${median} ${unit}`,
    `${low} to ${high}`,
    [ratio].flat().map(({ value, of }) => `${value} × ${of}`).join(", "),
  ]);
  const header = ["figure", "median", "10 % to 90 %", "ratio"];
  const widths = header.map((_, i) => Math.max(...[header, ...rows].map((row) => row[i].length)));
  for (const row of [header, ...rows]) {
    console.log(row.map((text, i) => text.padEnd(widths[i])).join("  ").trimEnd());
  }
}

export function round(value) {
  return Number(value.toPrecision(4));
}
