/** The shared cases on the built module; the same files run natively and in a browser. */

import assert from "node:assert/strict";
import { readdir, readFile } from "node:fs/promises";
import { test } from "node:test";

import { casesOf, runCase, runCases } from "../cases/run.mjs";
import { loadTinyGpt } from "./runtime.mjs";

const folder = new URL("../cases/", import.meta.url);
const names = (await readdir(folder)).filter((name) => name.endsWith(".json")).sort();
const readJson = async (url) => JSON.parse(await readFile(url, "utf8"));
const files = await Promise.all(names.map((name) => readJson(new URL(name, folder))));
const golden = await readJson(new URL("../data/gpt2-small-synthetic.json", import.meta.url));

const tinyGpt = await loadTinyGpt();
const cases = casesOf(files, golden);

for (const testCase of cases) {
  test(testCase.name, () => runCase(tinyGpt, testCase));
}

test("no case is left out, and each has a name of its own", () => {
  assert.ok(cases.length >= 70);
  assert.equal(new Set(cases.map(({ name }) => name)).size, cases.length);
});

test("all cases also pass one after another on one module, as a browser runs them", () => {
  const problems = runCases(tinyGpt, files, golden).filter(({ problem }) => problem !== undefined);
  assert.deepEqual(problems, []);
});

test("the runner notices wrong numbers, wrong errors, slips of the pen, a missing recovery", () => {
  const good = { call: "embed", ids: [2], expect: { x0: [[18, 18.25, 18.5, 18.75]] } };
  const problemOf = (...steps) => {
    const file = { about: "", cases: [{ name: "a case", model: "fixture", steps }] };
    try {
      casesOf([file], golden).forEach((testCase) => runCase(tinyGpt, testCase));
      return "";
    } catch (error) {
      return error.message;
    }
  };
  const error = { table: "wte", index: 5, size: 5, at: 0 };
  const bad = { call: "embed", ids: [5], error };
  assert.equal(problemOf(good), "");
  assert.equal(problemOf(good, bad, good), "");
  assert.match(
    problemOf({ ...good, expect: { x0: [[18, 18.25, 18.5, 18.7500019]] } }),
    /x0\[0\]\[3\]/,
  );
  assert.match(problemOf({ ...good, expect: { x0: [] } }), /rows of x0/);
  assert.match(problemOf({ ...good, expect: { xO: [] } }), /unknown expectation/);
  assert.match(problemOf({ ...good, expect: {} }), /nothing is expected/);
  assert.match(problemOf({ ...good, positionsIds: [0] }), /unknown key/);
  assert.match(problemOf({ ...good, expect: "as before" }), /not made before/);
  assert.match(problemOf(good, bad), /must end with/);
  assert.match(problemOf(good, { ...bad, ids: [4] }, good), /the call returned/);
  assert.match(problemOf(good, { ...bad, error: { ...error, at: 1 } }, good), /the error's at/);
  assert.match(problemOf(good, { ...bad, error: { argument: "ids" } }, good), /TypeError/);
  assert.match(
    problemOf(good, { ...bad, error: { ...error, says: ["0..9"] } }, good),
    /does not say/,
  );
  assert.match(
    problemOf({ call: "elsewhere", table: "wte", index: 5, expect: { numpy: "zeros" } }),
    /outcome of numpy/,
  );
});
