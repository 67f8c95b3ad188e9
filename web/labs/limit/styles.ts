/** Strips of words, the picture of pairs, grids of patches. */

import { css } from "lit";

export const styles = css`
  .control.text label {
    display: block;
  }

  textarea {
    display: block;
    width: min(40rem, 100%);
    padding: 0.35rem 0.55rem;
    line-height: 1.5;
    resize: vertical;
  }

  .strip {
    list-style: none;
    margin: 0;
    padding: 0;
    display: flex;
    flex-wrap: wrap;
    gap: 0.3rem 0.15rem;
  }

  .strip li {
    display: grid;
    justify-items: center;
    min-width: 1.7rem;
    max-width: 100%;
    overflow-wrap: anywhere;
    padding: 0.05rem 0.3rem;
    border: 1px solid var(--rule);
    line-height: 1.35;
  }

  .strip .number {
    font-size: 0.75rem;
    color: var(--wpe-ink);
  }

  .strip li.beyond {
    border: 1px dashed var(--error);
    color: var(--error-ink);
  }

  .strip li.beyond .number {
    color: var(--error-ink);
  }

  .strip li.wall {
    margin-inline-start: 0.4rem;
    box-shadow: -0.35rem 0 0 0 var(--error);
  }

  .strip li.lost {
    border-style: dashed;
    color: var(--muted);
  }

  .strip li.lost del {
    text-decoration: line-through 2px var(--error);
  }

  .strip li.lost .number {
    color: var(--muted);
  }

  .strip li.again {
    background: color-mix(in srgb, var(--ink) 9%, var(--paper));
    border-style: double;
    border-width: 3px;
    padding: 0 0.15rem;
  }

  .way {
    border-top: 1px solid var(--rule);
    padding-top: 1rem;
    gap: 1rem;
  }

  .windows {
    gap: 0.3rem;
  }

  .windows .strip {
    margin-bottom: 0.4rem;
  }

  .pairs svg {
    display: block;
    width: min(32rem, 100%);
    height: auto;
  }

  .pairs .all {
    fill: url(#unseen);
    stroke: var(--rule);
    stroke-width: 0.05;
  }

  .pairs .hatch {
    stroke: var(--error);
    stroke-width: 0.06;
  }

  .pairs .ground {
    fill: var(--paper);
  }

  .pairs .seen-pairs {
    fill: rgb(var(--strip-positive) / 22%);
    stroke: var(--ink);
    stroke-width: 0.06;
  }

  .pairs text {
    fill: var(--ink);
    font-family: var(--sans);
  }

  .grids {
    display: flex;
    flex-wrap: wrap;
    gap: 1rem 2rem;
    align-items: flex-start;
  }

  .grids > * {
    min-width: 0;
  }

  .class-row > * {
    border-bottom: 3px solid var(--paper);
  }
`;
