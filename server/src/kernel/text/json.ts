import { isStorableText } from './text.ts';

const depthMax = 32;

/** TypeScript's types lack the source text of a value. */
type Reviver = (key: string, value: unknown, context: { source?: string }) => unknown;

type ParsedJson = { ok: true; value: unknown } | { ok: false };

/** The largest useful body, a thousand full contacts, is well below it. */
const valuesMax = 50_000;

/** Limits depth and size, so that walking the result stays fast. */
export function parseJson(text: string, reviver?: Reviver): ParsedJson {
  try {
    const value: unknown = JSON.parse(text, reviver as Parameters<typeof JSON.parse>[1]);
    return isWithinLimits(value) ? { ok: true, value } : { ok: false };
  } catch {
    return { ok: false };
  }
}

export function isJsonObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** Path to the first text that PostgreSQL cannot store; for a key, to its object. */
export function findUnstorable(value: unknown): string[] | undefined {
  if (typeof value === 'string') return isStorableText(value) ? undefined : [];
  if (typeof value !== 'object' || value === null) return undefined;
  for (const [key, item] of Object.entries(value)) {
    if (!isStorableText(key)) return [];
    const path = findUnstorable(item);
    if (path !== undefined) return [key, ...path];
  }
  return undefined;
}

/** `slots`, 0, `time` become `slots[0].time`. */
export function joinPath(path: string, step: string | number): string {
  if (typeof step === 'number') return `${path}[${step}]`;
  return path === '' ? step : `${path}.${step}`;
}

function isWithinLimits(document: unknown): boolean {
  let count = 0;
  const visit = (value: unknown, depth: number): boolean => {
    if (typeof value !== 'object' || value === null) return true;
    if (depth >= depthMax) return false;
    const inner: unknown[] = Array.isArray(value) ? value : Object.values(value);
    count += inner.length;
    return count <= valuesMax && inner.every((one) => visit(one, depth + 1));
  };
  return visit(document, 0);
}
