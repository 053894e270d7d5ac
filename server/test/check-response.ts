import assert from 'node:assert/strict';
import { appendFileSync } from 'node:fs';
import { Compile, type Validator } from 'typebox/schema';
import type { TSchema } from 'typebox';
import { errorStatus, errorTable } from '../src/http/response/error-table.ts';
import { pathParamNames, type JsonRoute, type Route } from '../src/http/route.ts';
import { routeErrors } from '../src/http/response/route-errors.ts';
import type { ErrorCode } from '../src/kernel/errors.ts';
import { errorSchemas } from '../src/schemas/error.ts';

export type TestResponse = { status: number; body: any; headers: Record<string, unknown>; text: string };
type Observed = { method: string; path: string; response: TestResponse };

/** Runs on every response of every test. */
export function checkResponse(routes: readonly Route[], { method, path, response }: Observed): void {
  assert.match(String(response.headers['x-request-id']), /^[\x21-\x7e]{1,255}$/);
  const route = routes.find((one) => one.method === method && pathMatches(one, path));
  if (route?.kind !== 'json') return;
  if (response.status === route.success) return assertFits(route.response, response, `${method} ${route.path}`);
  if (response.status === route.alternative?.status) {
    return assertFits(route.alternative.response, response, `${method} ${route.path}`);
  }
  const code = errorCodeOf(route, response);
  assert.ok(code, `${method} ${route.path} answered ${response.status} ${response.text}, which it does not declare`);
  assert.match(String(response.headers['link']), /^<[^>]+\/docs\/errors#\w+>; rel="help"$/);
  note(`${route.method} ${route.path} ${code}`);
}

/** As in the router, a literal path wins over a pattern. */
function pathMatches(route: Route, path: string): boolean {
  const bare = path.split('?', 1)[0] ?? '';
  if (pathParamNames(route.path).length === 0) return route.path === bare;
  return new RegExp(`^${route.path.replaceAll(/\{\w+\}/g, '[^/]+')}$`).test(bare);
}

function errorCodeOf(route: JsonRoute, response: TestResponse): ErrorCode | undefined {
  return routeErrors(route).find((code) => {
    const { shape, text } = errorTable[code];
    if (errorStatus(code, route.errorStatuses) !== response.status) return false;
    if (!compiled(errorSchemas[shape]).Check(response.body)) return false;
    const body = response.body as { error?: string; code?: string; platform?: string };
    const isItsText = text === undefined || body.error === text;
    return isItsText && (body.code === undefined || isItsCode({ ...body, code: body.code }, code));
  });
}

function isItsCode(body: { code: string; platform?: string }, code: ErrorCode): boolean {
  if (errorTable[code].shape === 'platform') return true;
  if (errorTable[code].shape === 'messaging') return body.code === 'PLATFORM_LIMITATION';
  return body.code === (code === 'oauthFailed' ? `${body.platform ?? ''}OauthFailed` : code);
}

function assertFits(schema: TSchema, response: TestResponse, name: string): void {
  const validator = compiled(schema, strictValidators);
  // Collecting errors takes much longer.
  if (validator.Check(response.body)) return;
  assert.deepEqual(
    validator.Errors(response.body)[1],
    [],
    `${name} answered ${response.text}, which is not its declared shape`,
  );
}

const [validators, strictValidators] = [new WeakMap<TSchema, Validator>(), new WeakMap<TSchema, Validator>()];

/** Compiling takes milliseconds, and every response is checked. */
function compiled(schema: TSchema, known = validators): Validator {
  const validator = known.get(schema) ?? Compile(known === strictValidators ? strict(schema) : schema);
  known.set(schema, validator);
  return validator;
}

function strict(schema: unknown): TSchema {
  if (Array.isArray(schema)) return schema.map((item) => strict(item));
  if (typeof schema !== 'object' || schema === null) return schema as TSchema;
  const copy = Object.fromEntries(Object.entries(schema).map(([key, value]) => [key, strict(value)]));
  const isOpen = !('properties' in copy) || copy['additionalProperties'] === true;
  return { ...copy, ...(isOpen ? {} : { additionalProperties: false }) };
}

const noted = new Set<string>();

/** `scripts/test.ts` reads these lines and reports declared errors that no test produced. */
function note(line: string): void {
  const file = process.env['HERALD_TEST_NOTES'];
  if (file === undefined || noted.has(line)) return;
  noted.add(line);
  appendFileSync(file, `${line}\n`);
}
