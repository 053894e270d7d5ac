import assert from 'node:assert/strict';
import { appendFileSync } from 'node:fs';
import { Compile } from 'typebox/compile';
import type { TSchema } from 'typebox';
import { errorStatus, errorTable } from '../src/http/response/error-response.ts';
import { pathParamNames, type JsonRoute, type Route } from '../src/http/route.ts';
import { routeErrors } from '../src/http/response/route-errors.ts';
import type { ErrorCode } from '../src/kernel/errors.ts';
import { errorSchemas } from '../src/schemas/error.ts';

export type Answer = { status: number; body: any; headers: Record<string, unknown>; text: string };
type Observed = { method: string; path: string; answer: Answer };

/** Every answer in every test: the declared success shape, or an error the route declares, in its own shape. */
export function checkAnswer(routes: readonly Route[], { method, path, answer }: Observed): void {
  assert.match(String(answer.headers['x-request-id']), /^[\x21-\x7e]{1,255}$/);
  const route = routes.find((one) => one.method === method && pathMatches(one, path));
  if (route?.kind !== 'json') return;
  if (answer.status === route.success) return assertFits(route.response, answer, `${method} ${route.path}`);
  if (answer.status === route.alternative?.status) {
    return assertFits(route.alternative.response, answer, `${method} ${route.path}`);
  }
  const code = errorCodeOf(route, answer);
  assert.ok(code, `${method} ${route.path} answered ${answer.status} ${answer.text}, which it does not declare`);
  note(`${route.method} ${route.path} ${code}`);
}

/** The literal path wins over the pattern, as in the router. */
function pathMatches(route: Route, path: string): boolean {
  const bare = path.split('?', 1)[0] ?? '';
  if (pathParamNames(route.path).length === 0) return route.path === bare;
  return new RegExp(`^${route.path.replaceAll(/\{\w+\}/g, '[^/]+')}$`).test(bare);
}

function errorCodeOf(route: JsonRoute, answer: Answer): ErrorCode | undefined {
  return routeErrors(route).find((code) => {
    const { shape, text } = errorTable[code];
    if (errorStatus(code, route.errorStatuses) !== answer.status || !Compile(errorSchemas[shape]).Check(answer.body))
      return false;
    const isItsText = text === undefined || answer.body.error === text;
    return isItsText && (!('code' in answer.body) || isItsCode(answer.body, code));
  });
}

function isItsCode(body: { code: string; platform?: string }, code: ErrorCode): boolean {
  if (errorTable[code].shape === 'platform') return true;
  return body.code === (code === 'oauthFailed' ? `${body.platform ?? ''}OauthFailed` : code);
}

function assertFits(schema: TSchema, answer: Answer, name: string): void {
  const faults = Compile(strict(schema)).Errors(answer.body);
  assert.deepEqual(faults, [], `${name} answered ${answer.text}, which is not its declared shape`);
}

/** Undeclared fields are faults too, unless they are declared to be welcome. */
function strict(schema: unknown): TSchema {
  if (Array.isArray(schema)) return schema.map((item) => strict(item));
  if (typeof schema !== 'object' || schema === null) return schema as TSchema;
  const copy = Object.fromEntries(Object.entries(schema).map(([key, value]) => [key, strict(value)]));
  const isOpen = !('properties' in copy) || copy['additionalProperties'] === true;
  return { ...copy, ...(isOpen ? {} : { additionalProperties: false }) };
}

/** Read by `scripts/test.ts`, which asks at the end whether every declared error was produced by some test. */
function note(line: string): void {
  const file = process.env['HERALD_TEST_NOTES'];
  if (file !== undefined) appendFileSync(file, `${line}\n`);
}
