import { parseJson } from '../text/json.ts';

/** Integers beyond the safe range stay strings, because they are IDs. */
export function parsePlatformJson(text: string): unknown {
  const parsed = parseJson(text, keepDigits);
  return parsed.ok ? parsed.value : undefined;
}

function keepDigits(_key: string, value: unknown, context: { source?: string }): unknown {
  if (typeof value !== 'number' || Number.isSafeInteger(value)) return value;
  const { source = '' } = context;
  return /^-?\d+$/.test(source) ? source : value;
}
