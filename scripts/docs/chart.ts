export type Point = { label: string; value: number };
export type Chart = {
  title: string;
  kind: 'bars' | 'line';
  points: readonly Point[];
};

const width = 720;
const height = 240;
const plot = { left: 56, right: 16, top: 40, bottom: 32 };
const innerWidth = width - plot.left - plot.right;
const innerHeight = height - plot.top - plot.bottom;

/** Follows the reader's light or dark mode. */
export function chartSvg(chart: Chart): string {
  const { title, kind, points } = chart;
  const scale = scaleOf(chart);
  const shapes = kind === 'bars' ? barsOf(points, scale) : lineOf(points, scale);
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width} ${height}" role="img" aria-label="${escaped(title)}">`,
    `<style>${style}</style>`,
    `<rect class="page" width="${width}" height="${height}" rx="8"/>`,
    `<text class="title" x="16" y="24">${escaped(title)}</text>`,
    ...gridOf(scale),
    ...shapes,
    ...labelsOf(points),
    '</svg>',
    '',
  ].join('\n');
}

const style =
  '.page{fill:#fff}.title{font:600 14px system-ui,sans-serif;fill:#1c1b22}text{font:11px system-ui,sans-serif;fill:#5d5a6b}' +
  '.grid{stroke:#dcd9e6}.shape{fill:#4b3bd1}.line{fill:none;stroke:#4b3bd1;stroke-width:2}' +
  '@media (prefers-color-scheme:dark){.page{fill:#1d1b26}.title{fill:#eceaf4}text{fill:#a9a5bb}.grid{stroke:#35323f}' +
  '.shape{fill:#a99cff}.line{stroke:#a99cff}}';

type Scale = { low: number; high: number; step: number };

function scaleOf({ kind, points }: Chart): Scale {
  const values = points.map(({ value }) => value);
  const least = kind === 'bars' ? 0 : Math.min(...values);
  const most = Math.max(...values, least + 1);
  const rough = (most - least) / 3;
  const magnitude = 10 ** Math.floor(Math.log10(rough));
  const step = magnitude * ([1, 2, 5, 10].find((factor) => factor * magnitude >= rough) ?? 10);
  return { low: Math.floor(least / step) * step, high: Math.ceil(most / step) * step, step };
}

const yOf = (value: number, { low, high }: Scale): number =>
  round(plot.top + innerHeight * (1 - (value - low) / (high - low)));
const round = (value: number): number => Math.round(value * 10) / 10;

function gridOf(scale: Scale): string[] {
  const count = Math.round((scale.high - scale.low) / scale.step);
  return Array.from({ length: count + 1 }, (_, index) => scale.low + index * scale.step).flatMap((value) => {
    const y = yOf(value, scale);
    return [
      `<line class="grid" x1="${plot.left}" x2="${width - plot.right}" y1="${y}" y2="${y}"/>`,
      `<text x="${plot.left - 8}" y="${y + 4}" text-anchor="end">${value.toLocaleString('en')}</text>`,
    ];
  });
}

function barsOf(points: readonly Point[], scale: Scale): string[] {
  const slot = innerWidth / points.length;
  return points.map(({ value }, index) => {
    const y = yOf(value, scale);
    const x = round(plot.left + index * slot + slot * 0.15);
    return `<rect class="shape" x="${x}" y="${y}" width="${round(slot * 0.7)}" height="${round(yOf(scale.low, scale) - y)}"/>`;
  });
}

function lineOf(points: readonly Point[], scale: Scale): string[] {
  const path = points.map(({ value }, index) => `${xOf(index, points.length)},${yOf(value, scale)}`).join(' ');
  return [`<polyline class="line" points="${path}"/>`];
}

const xOf = (index: number, count: number): number => round(plot.left + (innerWidth * (index + 0.5)) / count);

function labelsOf(points: readonly Point[]): string[] {
  const last = points.length - 1;
  const shown = [...new Set([0, Math.floor(last / 2), last])];
  return shown.map((index) => {
    // Centred outer labels would leave the picture.
    const anchor = index === 0 ? 'start' : index === last ? 'end' : 'middle';
    const x = index === 0 ? plot.left : index === last ? width - plot.right : xOf(index, points.length);
    return `<text x="${x}" y="${height - 12}" text-anchor="${anchor}">${escaped(points[index]?.label ?? '')}</text>`;
  });
}

function escaped(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('"', '&quot;');
}
