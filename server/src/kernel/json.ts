import { isStorableText } from './text.ts';

const depthMax = 32;

/** With the text each value was read from, which the library's types do not know of yet. */
type Reviver = (key: string, value: unknown, context: { source?: string }) => unknown;

type ParsedJson = { ok: true; value: unknown } | { ok: false };

/** Broken text and nesting beyond 32 are one fault: what recurses over deeper values would overflow. */
export function parseJson(text: string, reviver?: Reviver): ParsedJson {
  try {
    const value: unknown = JSON.parse(text, reviver as Parameters<typeof JSON.parse>[1]);
    return isTooDeep(value, 0) ? { ok: false } : { ok: true, value };
  } catch {
    return { ok: false };
  }
}

export function isJsonObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** The steps to the first text that the database could not store (a key: to what holds it), or undefined. */
export function findUnstorable(value: unknown): string[] | undefined {
  if (typeof value === 'string') return isStorableText(value) ? undefined : [];
  if (typeof value !== 'object' || value === null) return undefined;
  for (const [key, item] of Object.entries(value)) {
    if (!isStorableText(key)) return [];
    const found = findUnstorable(item);
    if (found !== undefined) return [key, ...found];
  }
  return undefined;
}

/** `slots`, 0, `time` become `slots[0].time`. */
export function joinPath(path: string, step: string | number): string {
  if (typeof step === 'number') return `${path}[${step}]`;
  return path === '' ? step : `${path}.${step}`;
}

function isTooDeep(value: unknown, depth: number): boolean {
  if (typeof value !== 'object' || value === null) return false;
  return depth >= depthMax || Object.values(value).some((item) => isTooDeep(item, depth + 1));
}
