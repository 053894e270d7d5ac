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

/** Undefined when it is neither. */
export function readBoolean(cell: string): boolean | undefined {
  return words.get(cell.trim().toLowerCase());
}

const localTime = /^\d{4}-\d{2}-\d{2} \d{2}:\d{2}(:\d{2})?$/;
const timeWithOffset = /^\d{4}-\d{2}-\d{2}T\S+(Z|[+-]\d{2}:?\d{2})$/i;

/** Reads a time like `scheduledFor`: local to the time zone of the row, or with its own offset. */
export function readTimeCell(cell: string): string | undefined {
  const text = cell.trim();
  if (localTime.test(text)) return text.replace(' ', 'T');
  return timeWithOffset.test(text) ? text : undefined;
}

const shownMax = 60;

/** Quotes a value for a message. */
export function shown(value: string): string {
  const flat = value
    .slice(0, shownMax * 10)
    .replaceAll(/\s+/g, ' ')
    .trim();
  const letters = [...flat];
  return letters.length > shownMax ? `"${letters.slice(0, shownMax).join('')}…"` : `"${flat}"`;
}
