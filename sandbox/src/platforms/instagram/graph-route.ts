import type { Call, Method, Route, WireRequest } from '../../core/network.ts';
import {
  checkParameters,
  isRecord,
  rawParameters,
  type ParameterFault,
  type Parameters,
  type Shape,
} from '../../core/parameters.ts';
import { json } from '../../core/reply.ts';
import { missingObject, refuse, refuseParameter, unknownPath } from './errors.ts';
import { versions } from './limits.ts';
import { persons, type Person } from './persons.ts';
import { tokenErrors } from './token-errors.ts';
import { findToken, presentedToken, type Token } from './tokens.ts';
import { withUsage } from './usage.ts';

export const graphHost = 'graph.instagram.com';

export type Caller = { readonly person: Person; readonly token: Token };

type Definition<S extends Shape> = {
  readonly method: Method;
  /** Without the version. `{account}` must be the caller's own id or `me`. */
  readonly path: string;
  readonly operation: string;
  readonly scope: string;
  readonly parameters: S;
  handle(call: Call, caller: Caller, values: Parameters<S>): unknown;
};

/** One call of the versioned Graph host: version, token, scope and parameters are checked in this order. */
export function graphRoute<S extends Shape>(definition: Definition<S>): Route {
  return {
    host: graphHost,
    methods: [definition.method],
    path: `/{version}${definition.path}`,
    operation: definition.operation,
    handle: async (call) => {
      const { version = '', account } = call.request.params;
      if (!versions.includes(version)) refuse(call, unknownPath(`/${version}`));
      const token = requireToken(call);
      const person = persons.get(call.store, token.userId) ?? refuse(call, tokenErrors.unreadable());
      if (account !== undefined && account !== 'me' && account !== person.userId) {
        refuse(call, missingObject(call, account));
      }
      if (!token.scopes.includes(definition.scope)) refuse(call, tokenErrors.permission(definition.scope));
      const values = readGraphParameters(call, definition.parameters);
      return withUsage(call, json(200, await definition.handle(call, { person, token }, values)));
    },
  };
}

export function requireToken(call: Call): Token {
  if (presentedToken(call) === undefined) refuse(call, tokenErrors.missing());
  const token = findToken(call) ?? refuse(call, tokenErrors.unreadable());
  if (token.isRevoked) refuse(call, tokenErrors.revoked());
  const now = call.clock.now();
  if (now >= token.expiresAt) refuse(call, tokenErrors.expired(token.expiresAt, now));
  return token;
}

/** Query, form or JSON, all with the same words. */
export function readGraphParameters<S extends Shape>(call: Call, shape: S): Parameters<S> {
  const { request } = call;
  const { body } = request;
  if (body.kind === 'bytes' || (body.kind === 'json' && !isRecord(body.value))) {
    refuseParameter(call, 'The request body cannot be parsed');
  }
  const given = Object.entries(rawParameters(request)).filter(([name]) => name !== 'access_token');
  const reading = checkParameters(withLists(given, shape), shape, (name) => isText(request, name));
  return reading.ok ? reading.values : refuseParameter(call, describeFault(reading.fault, shape));
}

const isText = ({ body, query }: WireRequest, name: string): boolean =>
  body.kind !== 'json' || (query.has(name) && !Object.hasOwn(body.value as object, name));

/** A list may be written as JSON or with commas. */
function withLists(given: readonly [string, unknown][], shape: Shape): Record<string, unknown> {
  return Object.fromEntries(
    given.map(([name, value]) => {
      const isList = shape[name]?.startsWith('array') && typeof value === 'string' && !value.trim().startsWith('[');
      return [name, isList ? value.split(',').map((item) => item.trim()) : value];
    }),
  );
}

function describeFault({ kind, name }: ParameterFault, shape: Shape): string {
  if (kind === 'unknown') return `The parameter ${name} is not supported.`;
  if (kind === 'missing') return `The parameter ${name} is required.`;
  return `Param ${name} must be a valid ${(shape[name] ?? 'value').replace('!', '')}`;
}
