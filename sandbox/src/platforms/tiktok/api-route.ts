import type { Call, Method, Route } from '../../core/platform.ts';
import { checkParameters, isRecord, type Parameters, type Shape } from '../../core/wire/parameters.ts';
import type { Reply } from '../../core/wire/reply.ts';
import { errors, logId, refuse, refuseParameter } from './errors.ts';
import { rates } from './limits.ts';
import { authority, type AccessToken } from './oauth.ts';
import type { Person } from './persons.ts';

export const apiHost = 'open.tiktokapis.com';

export type Caller = { readonly person: Person; readonly token: AccessToken };

type Definition = {
  readonly method: Method;
  readonly path: string;
  readonly operation: string;
  /** One is enough. */
  readonly scopes: readonly string[];
  readonly rate: keyof typeof rates;
  readonly query?: readonly string[];
  handle(call: Call, caller: Caller): object | Promise<object>;
};

export function apiRoute(definition: Definition): Route {
  return {
    host: apiHost,
    methods: [definition.method],
    path: `/v2${definition.path}`,
    operation: definition.operation,
    handle: async (call) => {
      const { person, token } = authority.requireCaller(call);
      requireScope(call, token, definition.scopes);
      spend(call, token, definition.rate);
      const stray = [...call.request.query.keys()].find((name) => definition.query?.includes(name) !== true);
      if (stray !== undefined) refuseParameter(call, `Unknown query parameter ${stray}`);
      return dataReply(call, await definition.handle(call, { person, token }));
    },
  };
}

export function requireScope(call: Call, token: AccessToken, scopes: readonly string[]): void {
  if (!scopes.some((scope) => token.scopes.includes(scope))) refuse(call, errors.scopeMissing);
}

function spend(call: Call, token: AccessToken, name: keyof typeof rates): void {
  const allowance = { perSecond: rates[name] / 60, burst: rates[name] };
  const key = `tiktok:${name}:${token.text}`;
  if (call.throttle.waitMs(key, allowance) > 0) refuse(call, errors.tooMany);
  call.throttle.spend(key, allowance, 1);
}

/** Sent as a number, even beyond the safe range. */
export const int64 = (digits: string): string => `int64:${digits}`;

function dataReply(call: Call, data: object): Reply {
  const envelope = { data, error: { code: 'ok', message: '', log_id: logId(call) } };
  const body = JSON.stringify(envelope).replaceAll(/"int64:(\d+)"/g, '$1');
  return { status: 200, headers: { 'content-type': 'application/json' }, body };
}

/** An empty body counts as an empty object. */
export function jsonBody(call: Call): unknown {
  const { body } = call.request;
  if (body.kind === 'none') return {};
  return body.kind === 'json' ? body.value : refuseParameter(call, 'The request body must be JSON');
}

export function readBody<S extends Shape>(call: Call, value: unknown, shape: S, path = ''): Parameters<S> {
  if (!isRecord(value)) refuseParameter(call, `${path === '' ? 'The body' : path} must be an object`);
  const reading = checkParameters(value, shape);
  if (reading.ok) return reading.values;
  const { kind, name } = reading.fault;
  return refuseParameter(
    call,
    `${path}${path === '' ? '' : '.'}${name} is ${kind === 'type' ? 'of a wrong type' : kind}`,
  );
}
