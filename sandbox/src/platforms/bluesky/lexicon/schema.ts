import { isRecord } from '../../../core/wire/parameters.ts';
import type { BlobUse } from '../blobs.ts';

export type Reading = { readonly blobs: BlobUse[]; fail(message: string): never };

/** `at`: path in the record. */
export type Check = (value: unknown, at: string, reading: Reading) => void;

const kindOf = (value: unknown): string => {
  if (value === null) return 'null';
  if (Array.isArray(value)) return 'array';
  return Number.isInteger(value) ? 'integer' : typeof value;
};

const expect = (expected: string, value: unknown, at: string, reading: Reading): void => {
  if (kindOf(value) !== expected) {
    reading.fail(`Expected ${expected} value type (got ${value === undefined ? 'undefined' : kindOf(value)}) at ${at}`);
  }
};

type StringRules = {
  readonly bytesMax?: number;
  readonly graphemesMax?: number;
  readonly format?: { readonly name: string; test(text: string): boolean };
};

const segmenter = new Intl.Segmenter('en', { granularity: 'grapheme' });

export const string =
  (rules: StringRules = {}): Check =>
  (value, at, reading) => {
    expect('string', value, at, reading);
    const text = String(value);
    const bytes = Buffer.byteLength(text);
    if (bytes > (rules.bytesMax ?? Infinity)) tooBig(reading, 'string', at, { max: rules.bytesMax ?? 0, got: bytes });
    if (rules.graphemesMax !== undefined) {
      const graphemes = [...segmenter.segment(text)].length;
      if (graphemes > rules.graphemesMax) tooBig(reading, 'grapheme', at, { max: rules.graphemesMax, got: graphemes });
    }
    if (rules.format?.test(text) === false) reading.fail(`Invalid ${rules.format.name} (got "${text}") at ${at}`);
  };

export const integer =
  (min: number): Check =>
  (value, at, reading) => {
    expect('integer', value, at, reading);
    if (Number(value) < min) reading.fail(`integer too small (minimum ${min}, got ${Number(value)}) at ${at}`);
  };

export const array =
  (item: Check, max = Infinity): Check =>
  (value, at, reading) => {
    expect('array', value, at, reading);
    const items: readonly unknown[] = Array.isArray(value) ? value : [];
    if (items.length > max) tooBig(reading, 'array', at, { max, got: items.length });
    items.forEach((each, index) => item(each, `${at}[${index}]`, reading));
  };

/** Objects may have `$type` in addition to known keys. */
export const object =
  (required: Readonly<Record<string, Check>>, optional: Readonly<Record<string, Check>> = {}): Check =>
  (value, at, reading) => {
    expect('object', value, at, reading);
    const record = isRecord(value) ? value : {};
    const missing = Object.keys(required).find((key) => record[key] === undefined);
    if (missing !== undefined) reading.fail(`Missing required key "${missing}" at ${at}`);
    const checks: Readonly<Record<string, Check>> = { $type: string(), ...required, ...optional };
    for (const [key, inner] of Object.entries(record)) {
      const check = Object.hasOwn(checks, key) ? checks[key] : undefined;
      if (check === undefined) reading.fail(`Unexpected key "${key}" at ${at}`);
      check?.(inner, `${at}.${key}`, reading);
    }
  };

export const union =
  (members: Readonly<Record<string, Check>>): Check =>
  (value, at, reading) => {
    expect('object', value, at, reading);
    const type = isRecord(value) ? String(value['$type']) : '';
    if (!Object.hasOwn(members, type)) {
      reading.fail(`Expected one of ${Object.keys(members).join(', ')} (got "${type}") at ${at}.$type`);
    }
    members[type]?.(value, at, reading);
  };

type BlobRules = Pick<BlobUse, 'accept' | 'sizeBytesMax' | 'isMedia'>;

export const blob =
  (rules: BlobRules): Check =>
  (value, at, reading) => {
    object({ ref: object({ $link: string() }), mimeType: string(), size: integer(0) })(value, at, reading);
    const { $type, ref, mimeType, size } = value as Record<string, unknown>;
    if ($type !== 'blob') reading.fail(`Expected a blob (got "${String($type)}") at ${at}.$type`);
    const cid = (ref as { $link: string }).$link;
    reading.blobs.push({ ...rules, cid, mimeType: String(mimeType), size: Number(size) });
  };

function tooBig(reading: Reading, what: string, at: string, { max, got }: { max: number; got: number }): void {
  reading.fail(`${what} too big (maximum ${max}, got ${got}) at ${at}`);
}
