import fc from 'fast-check';
import type { PlatformReply } from '../../src/kernel/outbound/platform-http.ts';
import { parsePlatformJson } from '../../src/kernel/outbound/platform-json.ts';

const statuses = [200, 200, 200, 201, 204, 206, 302, 304, 400, 400, 401, 403, 404, 409, 413, 418, 429, 500, 502, 503];

const junkText = fc.oneof(
  fc.string({ unit: 'binary' }),
  fc.constantFrom('', '\0', '\ud800', 'x'.repeat(30_000), 'https://[', 'javascript:alert(1)', '../../etc', '1e999'),
);
const junkNumber = fc.oneof(
  fc.integer(),
  fc.double(),
  fc.constantFrom(0, -1, 1e308, -1e308, Number.MAX_SAFE_INTEGER, 2 ** 53),
);
const junk = fc.oneof(
  junkText,
  junkNumber,
  fc.boolean(),
  fc.constant(null),
  fc.constant([]),
  fc.constant({}),
  fc.constant({ __proto__: null, length: 3 }),
  fc.jsonValue({ maxDepth: 3 }),
);

const headers = fc.record(
  {
    'content-type': fc.constantFrom('application/json', 'text/html', 'image/png', ''),
    'retry-after': fc.constantFrom('5', '-1', 'soon', '1e9', 'Infinity'),
    'ratelimit-reset': fc.constantFrom('1', '99999999999', 'NaN'),
    'x-business-use-case-usage': fc.constantFrom('{}', '{"1":[{"estimated_time_to_regain_access":1e9}]}', '[', 'null'),
  },
  { requiredKeys: [] },
);

/** Recorded replies with changes, and their words in unexpected positions. */
export function strangeReplies(heard: readonly PlatformReply[]): fc.Arbitrary<PlatformReply> {
  const words = heard.flatMap((reply) => (reply.kind === 'response' ? wordsIn(reply.json) : []));
  const word = fc.constantFrom(...new Set(words));
  const body = fc.oneof(
    { weight: 1, arbitrary: junk },
    { weight: 4, arbitrary: fc.dictionary(word, fc.oneof(junk, word, fc.dictionary(word, junk))) },
    { weight: 2, arbitrary: fc.dictionary(word, fc.array(fc.dictionary(word, junk), { maxLength: 3 })) },
  );
  const jsonReplies = fc
    .tuple(fc.constantFrom(...statuses), headers, body)
    .map(([status, headers, json]) => toReply(JSON.stringify(json), { status, headers }));
  const texts = fc
    .tuple(fc.constantFrom(...statuses), junkText)
    .map(([status, text]) => toReply(text, { status, headers: {} }));
  const lost = fc.constantFrom<PlatformReply>(
    { kind: 'noResponse', reason: 'the connection broke' },
    { kind: 'notSent', reason: 'no such host' },
  );
  const bent = fc.tuple(fc.constantFrom(...heard), bend).map(([reply, how]) => bentReply(reply, how));
  return fc.oneof(
    { weight: 4, arbitrary: bent },
    { weight: 4, arbitrary: jsonReplies },
    { weight: 1, arbitrary: texts },
    { weight: 1, arbitrary: lost },
  );
}

export type Bend = { pathIndex: number; value: unknown };

const bend: fc.Arbitrary<Bend> = fc.record({ pathIndex: fc.nat(10_000), value: junk });

/** Most replies stay unchanged, so that calls get far. */
export const bends = fc.array(fc.option(bend, { freq: 3, nil: undefined }), { minLength: 1, maxLength: 12 });

export function bentReply(reply: PlatformReply, bend: Bend | undefined): PlatformReply {
  if (reply.kind !== 'response' || bend === undefined) return reply;
  const paths = jsonPathsIn(reply.json);
  const path = paths[bend.pathIndex % Math.max(paths.length, 1)] ?? [];
  return toReply(JSON.stringify(replaced(reply.json, path, bend.value)), reply);
}

type JsonPath = readonly string[];

function jsonPathsIn(json: unknown, at: JsonPath = []): JsonPath[] {
  if (typeof json !== 'object' || json === null) return [at];
  return [at, ...Object.entries(json).flatMap(([key, inner]) => jsonPathsIn(inner, [...at, key]))];
}

function replaced(json: unknown, [key, ...rest]: JsonPath, value: unknown): unknown {
  if (key === undefined || typeof json !== 'object' || json === null) return value;
  const inner = replaced((json as Record<string, unknown>)[key], rest, value);
  return Array.isArray(json) ? json.with(Number(key), inner) : { ...json, [key]: inner };
}

type Head = { status: number; headers: Readonly<Record<string, string | undefined>> };

function toReply(text = '', { status, headers: headerFields }: Head): PlatformReply {
  const defined = Object.fromEntries(Object.entries(headerFields).filter(([, value]) => value !== undefined));
  const headers = defined as Record<string, string>;
  return { kind: 'response', status, headers, bytes: Buffer.from(text), text, json: parsePlatformJson(text) };
}

function wordsIn(json: unknown): string[] {
  if (typeof json === 'string') return json.length <= 40 ? [json] : [];
  if (typeof json !== 'object' || json === null) return [];
  return Object.entries(json).flatMap(([key, inner]) => [key, ...wordsIn(inner)]);
}
