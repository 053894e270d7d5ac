import assert from 'node:assert/strict';

export function checkSound(result: unknown, kinds: readonly string[]): void {
  const { kind } = result as { kind: string };
  assert.ok(kinds.includes(kind), `${kind} is none of ${kinds.join(', ')}`);
  checkPart(result, kind);
}

const textMax = 20_000;
const waitMaxMs = 8 * 24 * 3_600_000;
const idNames = new Set(['id', 'providerAccountId', 'platformPostId', 'username', 'accessToken', 'chatId', 'code']);
const waitNames = new Set(['afterMs', 'pollAfterMs', 'retryAfterMs']);
/** Careless string conversions result in these. */
const hollow = new Set(['', 'undefined', 'null', 'NaN', '[object Object]', 'true', 'false']);

function checkPart(value: unknown, path: string): void {
  const name = path.split('.').at(-1) ?? '';
  if (waitNames.has(name) && value !== undefined) {
    assert.ok(typeof value === 'number' && value > 0 && value <= waitMaxMs, `${path} is ${JSON.stringify(value)}`);
  }
  if (typeof value === 'string') return checkText(value, path, name);
  if (typeof value === 'number') return assert.ok(Number.isFinite(value), `${path} is ${value}`);
  if (value instanceof Date) return assert.ok(!Number.isNaN(value.getTime()), `${path} is no instant`);
  assert.notEqual(typeof value, 'function', path);
  assert.ok(!idNames.has(name) || value === undefined, `${path} is ${JSON.stringify(value)}`);
  if (typeof value !== 'object' || value === null) return;
  for (const [key, inner] of Object.entries(value)) checkPart(inner, `${path}.${key}`);
}

function checkText(text: string, path: string, name: string): void {
  assert.ok(!text.includes('\0') && text.isWellFormed(), `${path} cannot be stored: ${JSON.stringify(text)}`);
  assert.ok(text.length <= textMax, `${path} has ${text.length} characters`);
  assert.ok(!idNames.has(name) || !hollow.has(text), `${path} is ${JSON.stringify(text)}`);
  const isAddress = /url$/i.test(name) && text !== '';
  assert.ok(!isAddress || /^https?:\/\/[^\s]+$/.test(text), `${path} is ${JSON.stringify(text)}`);
}
