/**
 * Colours of every figure. A host page sets its own through --tiny-gpt-NAME, where NAME is one of
 * the names below; `theme` on the element chooses light or dark where the reader's system should
 * not.
 */

import { css, unsafeCSS } from "lit";

const light = {
  wte: "#0072b2",
  "wte-ink": "#00598c",
  "wte-tint": "#dcebf5",
  wpe: "#e69f00",
  "wpe-ink": "#805300",
  "wpe-tint": "#fbeccb",
  sum: "#009e73",
  "sum-ink": "#00664a",
  "sum-tint": "#d5efe6",
  error: "#d55e00",
  "error-ink": "#a33f00",
  "error-tint": "#fbe6d9",
  paper: "#fbfaf7",
  ink: "#1c1b19",
  muted: "#5f5c56",
  rule: "#d8d4ca",
  control: "#8b877e",
  "strip-negative": "126 47 142",
  "strip-positive": "28 27 25",
} as const;

const dark: Record<keyof typeof light, string> = {
  wte: "#56b4e9",
  "wte-ink": "#7cc6ef",
  "wte-tint": "#0d2b3d",
  wpe: "#e69f00",
  "wpe-ink": "#f2b942",
  "wpe-tint": "#38290a",
  sum: "#2fbf93",
  "sum-ink": "#55d3ac",
  "sum-tint": "#0b3227",
  error: "#f07a2c",
  "error-ink": "#ff9a5c",
  "error-tint": "#3d1d0a",
  paper: "#0f0f0e",
  ink: "#e9e7e2",
  muted: "#a7a399",
  rule: "#3a3834",
  control: "#85817a",
  "strip-negative": "205 130 222",
  "strip-positive": "233 231 226",
};

function declarations(colours: Record<string, string>) {
  return unsafeCSS(
    Object.entries(colours)
      .map(([name, value]) => `--${name}: var(--tiny-gpt-${name}, ${value});`)
      .join("\n"),
  );
}

export const colours = css`
  :host {
    color-scheme: light dark;
    ${declarations(light)}
  }

  @media (prefers-color-scheme: dark) {
    :host {
      ${declarations(dark)}
    }
  }

  :host([theme="light"]) {
    color-scheme: light;
    ${declarations(light)}
  }

  :host([theme="dark"]) {
    color-scheme: dark;
    ${declarations(dark)}
  }

  /* Paper is light, whatever the screen was. */
  @media print {
    :host,
    :host([theme="dark"]) {
      color-scheme: light;
      ${declarations(light)}
    }
  }
`;
