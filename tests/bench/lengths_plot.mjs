/** Costs over lengths as SVG, both axes logarithmic. */

const [width, height] = [640, 420];
const [left, right, top, bottom] = [60, 110, 20, 50];
const strokes = ["#222222", "#0072B2", "#D55E00"];

const powers = (base, from, to) => {
  const first = Math.floor(Math.log(from) / Math.log(base) + 1e-9);
  const last = Math.ceil(Math.log(to) / Math.log(base) - 1e-9);
  return Array.from({ length: last - first + 1 }, (_, i) => base ** (first + i));
};

/**
 * @param {[number, number][]} points T and milliseconds
 * @param {{ name: string, cost(T: number): number }[]} curves
 */
export function drawCosts(points, curves) {
  const lengths = points.map(([T]) => T);
  const ticksX = powers(2, Math.min(...lengths), Math.max(...lengths));
  // Below a hundredth of the least figure a part of the cost does not show.
  const ticksY = powers(10, Math.min(...points.map(([, ms]) => ms)) / 100, Math.max(...points.map(([, ms]) => ms)));
  const scale = (ticks, from, to) => (value) => {
    const [low, high] = [Math.log(ticks[0]), Math.log(ticks.at(-1))];
    return (from + ((Math.log(value) - low) / (high - low)) * (to - from)).toFixed(1);
  };
  const x = scale(ticksX, left, width - right);
  const y = scale(ticksY, height - bottom, top);

  const gridX = ticksX.map((T) => `<line x1="${x(T)}" x2="${x(T)}" y1="${top}" y2="${height - bottom}"/>`);
  const gridY = ticksY.map((ms) => `<line y1="${y(ms)}" y2="${y(ms)}" x1="${left}" x2="${width - right}"/>`);
  const labelsX = ticksX.map((T) => `<text x="${x(T)}" y="${height - bottom + 18}" text-anchor="middle">${T}</text>`);
  const labelsY = ticksY.map((ms) => `<text x="${left - 8}" y="${y(ms)}" dy="4" text-anchor="end">${Number(ms.toPrecision(1))}</text>`);
  const lines = curves.map(({ name, cost }, i) => {
    const seen = lengths.filter((T) => cost(T) >= ticksY[0]);
    if (seen.length === 0) return "";
    const last = seen.at(-1);
    const path = seen.map((T) => `${x(T)},${y(cost(T))}`).join(" ");
    return `<polyline points="${path}" fill="none" stroke="${strokes[i]}" stroke-width="1.5"/>
  <text x="${Number(x(last)) + 8}" y="${y(cost(last))}" dy="${[-2, 12, 4][i]}" fill="${strokes[i]}">${name}</text>`;
  });
  const dots = points.map(([T, ms]) => `<circle cx="${x(T)}" cy="${y(ms)}" r="3.5"><title>T = ${T}: ${ms.toFixed(1)} ms</title></circle>`);
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width} ${height}" font-family="sans-serif" font-size="12">
  <title>Milliseconds of a forward pass over T ids: measured (dots) and fitted</title>
  <rect width="100%" height="100%" fill="white"/>
  <g stroke="#dddddd">${[...gridX, ...gridY].join("")}</g>
  ${[...labelsX, ...labelsY].join("")}
  <text x="${(left + width - right) / 2}" y="${height - 12}" text-anchor="middle">T, ids in the sequence</text>
  <text transform="rotate(-90)" x="${-(top + height - bottom) / 2}" y="16" text-anchor="middle">milliseconds</text>
  ${lines.join("\n  ")}
  ${dots.join("")}
</svg>
`;
}
