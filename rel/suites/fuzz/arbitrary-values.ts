import fc from 'fast-check';
import type { ApiDescription, Schema } from '../../harness/api-description.ts';
import { idKindOf } from '../tenancy/id-positions.ts';

export const nastyStrings: readonly string[] = [
  ...['', ' ', '\t', '\n', '\r\n', '\u00a0', '\u2028', '\u200b', '\ufeff', '\u202eabc', '\u0001', '\u007f', '\u0085'],
  ...['null', 'undefined', 'NaN', 'true', '0', '-1', '1e309', '0x10', '٣', '½', '９', '__proto__', 'constructor'],
  ...["'", '"', '`', '\\', '%', '_', '%%', '\\u0000', "' OR 1=1--", '"; DROP TABLE posts;--', '$1', '${x}', '{{x}}'],
  ...['<script>alert(1)</script>', '<!--', ']]>', '&amp;', '&#0;', '=1+1', '@SUM(A1)', '+1', '-1', '../../etc/passwd'],
  ...[
    'é',
    'e\u0301',
    'ﬁ',
    'ß',
    'İ',
    'ı',
    'Å',
    'ﷺ',
    '👩‍👩‍👧‍👦',
    '🏴󠁧󠁢󠁥󠁮󠁧󠁿',
    '🇩🇪',
    'Z̷̢̛a̶l̵g̸o̷',
    '你好',
    'مرحبا',
    'שלום',
    '日本語テキスト',
  ],
  ...[
    'a'.repeat(255),
    '😀'.repeat(64),
    'http://127.0.0.1',
    'https://[::1]/',
    'file:///etc/passwd',
    'javascript:1',
    '//x',
  ],
];

/** PostgreSQL cannot store the first, and UTF-8 cannot encode the others. */
export const unstorableStrings: readonly string[] = ['\u0000', 'a\u0000b', '\ud800', 'x\udfff'];

const hostileValues: readonly unknown[] = [
  ...nastyStrings,
  ...unstorableStrings,
  ...[null, true, 0, -1, 1.5, 1e308, Number.MAX_SAFE_INTEGER + 1, [], {}, [[]], [null], { a: { b: {} } }],
  ...['x'.repeat(70_000), nest(40), nest(400), Array.from({ length: 2000 }, () => 'x')],
];

function nest(depth: number): unknown {
  let value: unknown = 'deep';
  for (let n = 0; n < depth; n += 1) value = [value];
  return value;
}

const idToken = (kind: string): fc.Arbitrary<string> => fc.nat(1000).map((n) => `@${kind}:${n}@`);
export const idTokens = /@(\w+):(\d+)@/g;

type Named = { operationId: string; name: string };

export function arbitraryOf(description: ApiDescription, part: Schema, named: Named): fc.Arbitrary<unknown> {
  const schema = description.resolve(part);
  const { operationId, name } = named;
  const below = (child: Schema, key: string): fc.Arbitrary<unknown> =>
    arbitraryOf(description, child, { operationId, name: name === '' ? key : `${name}.${key}` });
  if (schema.enum !== undefined) return fc.constantFrom(...schema.enum);
  if (schema.const !== undefined) return fc.constant(schema.const);
  const choices = schema.anyOf ?? schema.oneOf;
  if (choices !== undefined) return fc.oneof(...choices.map((one) => arbitraryOf(description, one, named)));
  switch (schema.type ?? 'any') {
    case 'object':
      return fc.record(
        Object.fromEntries(Object.entries(schema.properties ?? {}).map(([key, child]) => [key, below(child, key)])),
        { requiredKeys: schema.required ?? [] },
      );
    case 'array':
      return fc.array(below(schema.items ?? {}, '*'), {
        ...{ minLength: schema.minItems ?? 0, maxLength: Math.min(schema.maxItems ?? 4, 4) },
      });
    case 'string':
      return textOf(schema, named);
    case 'integer':
      return fc.integer({ min: schema.minimum ?? 0, max: Math.min(schema.maximum ?? 100, 1000) });
    case 'number':
      return fc.double({ min: schema.minimum ?? 0, max: schema.maximum ?? 100, noNaN: true });
    case 'boolean':
      return fc.boolean();
    case 'null':
      return fc.constant(null);
    default:
      return fc.jsonValue({ maxDepth: 2 });
  }
}

function textOf({ pattern, minLength, maxLength }: Schema, { operationId, name }: Named): fc.Arbitrary<string> {
  const kind = idKindOf(operationId, name);
  if (kind !== undefined) return idToken(kind);
  if (/timezone$/.test(name)) return fc.constantFrom('UTC', 'Europe/Berlin', 'America/New_York', 'Australia/Lord_Howe');
  if (/scheduledFor$/.test(name)) return fc.integer({ min: 1, max: 300 }).map((days) => inDays(days));
  if (/(Date|dateFrom|dateTo)$/.test(name))
    return fc.integer({ min: -300, max: 0 }).map((days) => inDays(days).slice(0, 10));
  if (/time$/.test(name)) return fc.constantFrom('09:00', '23:59', '00:00');
  if (/[uU]rl$/.test(name))
    return fc.constantFrom('https://hooks.example/a', 'https://files.example/b.jpg', '@mediaUrl:0@');
  if (pattern !== undefined) return fc.stringMatching(new RegExp(pattern, 'u'));
  return fc.string({ unit: 'grapheme', minLength: minLength ?? 0, maxLength: Math.min(maxLength ?? 40, 40) });
}

function inDays(days: number): string {
  return new Date(Date.now() + days * 86_400_000).toISOString();
}

export function spoiled(valid: fc.Arbitrary<unknown>): fc.Arbitrary<unknown> {
  const change = fc.record({
    at: fc.nat(1000),
    value: fc.constantFrom(...hostileValues),
    key: fc.constantFrom('value', 'drop', 'add'),
  });
  return fc.tuple(valid, change).map(([value, { at, value: hostile, key }]) => {
    const paths = pathsOf(value);
    const path = paths[at % paths.length] ?? [];
    if (key === 'add') return setAt(value, [...path, 'somethingElse'], hostile);
    return setAt(value, path, key === 'drop' ? undefined : hostile);
  });
}

function pathsOf(value: unknown, path: readonly string[] = []): string[][] {
  if (typeof value !== 'object' || value === null) return [[...path]];
  return [[...path], ...Object.entries(value).flatMap(([key, child]) => pathsOf(child, [...path, key]))];
}

function setAt(target: unknown, [key, ...rest]: string[], value: unknown): unknown {
  if (key === undefined) return value;
  if (typeof target !== 'object' || target === null) return value;
  if (Array.isArray(target))
    return target.map((item, index) => (String(index) === key ? setAt(item, rest, value) : item));
  return { ...target, [key]: setAt((target as Record<string, unknown>)[key], rest, value) };
}
