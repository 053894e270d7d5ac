export type Bar = { label: string; value: number; aim: number };
type BarChart = {
  title: string;
  better: 'longer' | 'shorter';
  bars: readonly Bar[];
};

const width = 760;
const row = 22;
const labelWidth = 330;
const top = 64;
const plotWidth = width - labelWidth - 70;

export function barsSvg({ title, better, bars }: BarChart): string {
  const most = Math.max(...bars.flatMap(({ value, aim }) => [Math.min(value, aim * 3), aim]));
  const x = (value: number): number => labelWidth + Math.round((plotWidth * Math.min(value, most)) / most);
  const height = top + bars.length * row + 12;
  const rows = bars.map(({ label, value, aim }, index) => {
    const y = top + index * row;
    const isMet = better === 'longer' ? value >= aim : value <= aim;
    return [
      `<text x="${labelWidth - 10}" y="${y + 12}" text-anchor="end">${escaped(label)}</text>`,
      `<rect class="${isMet ? 'met' : 'missed'}" x="${labelWidth}" y="${y + 2}" width="${x(value) - labelWidth}" height="13" rx="2"/>`,
      `<line class="aim" x1="${x(aim)}" x2="${x(aim)}" y1="${y}" y2="${y + 17}"/>`,
      `<text x="${Math.max(x(value), x(aim)) + 6}" y="${y + 12}">${value.toFixed(2)}</text>`,
    ].join('\n');
  });
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width} ${height}" role="img" aria-label="${escaped(title)}">`,
    `<style>${style}</style>`,
    `<rect class="page" width="${width}" height="${height}" rx="8"/>`,
    `<text class="title" x="16" y="26">${escaped(title)}</text>`,
    `<text x="16" y="46">${better} is better · the mark is the aim · a pale bar misses it</text>`,
    ...rows,
    '</svg>',
    '',
  ].join('\n');
}

const style =
  '.page{fill:#fff}text{font:11px system-ui,sans-serif;fill:#5d5a6b}.title{font:600 14px system-ui,sans-serif;fill:#1c1b22}' +
  '.met{fill:#4b3bd1}.missed{fill:#c3bdf0}.aim{stroke:#1c1b22;stroke-width:2}' +
  '@media (prefers-color-scheme:dark){.page{fill:#1d1b26}text{fill:#a9a5bb}.title{fill:#eceaf4}' +
  '.met{fill:#a99cff}.missed{fill:#4d4673}.aim{stroke:#eceaf4}}';

function escaped(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('"', '&quot;');
}
