export function splitList(cell: string): string[] {
  return cell
    .split(',')
    .map((item) => item.trim())
    .filter((item) => item !== '');
}

const words = new Map([
  ...['true', '1', 'yes'].map((word) => [word, true] as const),
  ...['false', '0', 'no', ''].map((word) => [word, false] as const),
]);

export function readBoolean(cell: string): boolean | undefined {
  return words.get(cell.trim().toLowerCase());
}

const shownMax = 60;

export function shown(value: string): string {
  const flat = value
    .slice(0, shownMax * 10)
    .replaceAll(/\s+/g, ' ')
    .trim();
  const letters = [...flat];
  return letters.length > shownMax ? `"${letters.slice(0, shownMax).join('')}…"` : `"${flat}"`;
}
