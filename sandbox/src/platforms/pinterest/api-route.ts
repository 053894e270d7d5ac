import type { Call, Method, Route } from '../../core/platform.ts';
import { checkParameters, isRecord, type Parameters, type Shape } from '../../core/wire/parameters.ts';
import type { Reply } from '../../core/wire/reply.ts';
import { apiHost, errors, refuse, refuseRequest } from './errors.ts';
import { authority } from './oauth.ts';
import type { Person } from './persons.ts';
import { spendRate, type Category } from './rates.ts';

export type Caller = { readonly person: Person; readonly scopes: readonly string[] };

type Definition<S extends Shape> = {
  readonly method: Method;
  readonly path: string;
  readonly operation: string;
  /** All are required. */
  readonly scopes: readonly string[];
  readonly query: S;
  handle(call: Call, caller: Caller, query: Parameters<S>): Reply | Promise<Reply>;
};

export function apiRoute<S extends Shape>(definition: Definition<S>): Route {
  const { method, path, operation } = definition;
  const category: Category = method === 'GET' ? 'org_read' : 'org_write';
  return {
    host: apiHost,
    methods: [method],
    path: `/v5${path}`,
    operation,
    handle: async (call) => {
      const { person, token } = authority.requireCaller(call);
      const { scopes } = token;
      const missing = definition.scopes.filter((scope) => !scopes.includes(scope));
      if (missing.length > 0) refuse(errors.scope(missing));
      const headers = spendRate(call, category, person);
      const query = readRecord(Object.fromEntries(call.request.query), definition.query, () => true);
      const reply = await definition.handle(call, { person, scopes }, query);
      return { ...reply, headers: { ...headers, ...reply.headers } };
    },
  };
}

export function readRecord<S extends Shape>(value: unknown, shape: S, isText?: () => boolean): Parameters<S> {
  if (!isRecord(value)) refuseRequest(`${JSON.stringify(value)} is not of type 'object'`);
  const reading = checkParameters(value, shape, isText);
  if (reading.ok) return reading.values;
  const { kind, name } = reading.fault;
  if (kind === 'unknown') refuseRequest(`Additional properties are not allowed ('${name}' was unexpected)`);
  if (kind === 'missing') refuseRequest(`'${name}' is a required property`);
  return refuseRequest(`${JSON.stringify(value[name])} is not of the type of '${name}'`);
}

export function jsonBody({ request }: Call): unknown {
  return request.body.kind === 'json' ? request.body.value : refuseRequest('the body must be JSON');
}

export function checkLength(name: string, value: string | undefined, max: number): void {
  if (value !== undefined && [...value].length > max) refuseRequest(`'${name}' is too long, at most ${max}`);
}

export function readId(name: string, value: string): string {
  return /^\d+$/.test(value) ? value : refuseRequest(`'${value}' does not match '^\\\\d+$' of '${name}'`);
}
