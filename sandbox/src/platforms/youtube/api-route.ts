import type { Call, Method, Route } from '../../core/platform.ts';
import { checkParameters, variableQuery, type Parameters, type Shape } from '../../core/wire/parameters.ts';
import type { Reply } from '../../core/wire/reply.ts';
import { authErrors, refuse, refuseUnknownName, refuseValue } from './errors.ts';
import { authority } from './oauth.ts';
import type { Person } from './persons.ts';
import { spendQuota } from './quota.ts';

export const apiHost = 'www.googleapis.com';

type Definition<S extends Shape> = {
  readonly method: Method;
  readonly path: string;
  readonly operation: string;
  /** One is enough. */
  readonly scopes: readonly string[];
  readonly cost: { readonly units: number; readonly uploads?: number };
  readonly query: S;
  handle(call: Call, person: Person, query: Parameters<S>): Reply | Promise<Reply>;
};

export function apiRoute<S extends Shape>(definition: Definition<S>): Route {
  const { method, path, operation, scopes, cost } = definition;
  return {
    host: apiHost,
    methods: [method],
    path,
    operation,
    handle: (call) => {
      const { person, token } = authority.requireCaller(call);
      if (!scopes.some((scope) => token.scopes.includes(scope))) refuse(authErrors.scope());
      const query = readQuery(call, definition.query);
      spendQuota(call, person, { uploads: 0, ...cost });
      return definition.handle(call, person, query);
    },
  };
}

function readQuery<S extends Shape>(call: Call, shape: S): Parameters<S> {
  const reading = checkParameters(variableQuery(call), shape, () => true);
  if (reading.ok) return reading.values;
  const { kind, name } = reading.fault;
  if (kind === 'unknown') refuseUnknownName(name, 'query');
  if (kind === 'type') refuseValue(name, `Invalid value at '${name}'`);
  return refuse({
    code: 400,
    reason: 'missingRequiredParameter',
    message: `The request is missing a required parameter: ${name}`,
    domain: 'youtube.parameter',
    location: name,
    locationType: 'parameter',
  });
}

export function readParts<T extends string>(value: string, known: readonly T[]): readonly T[] {
  return value.split(',').map((part) => {
    const name = known.find((each) => each === part);
    if (name !== undefined) return name;
    return refuse({
      code: 400,
      reason: 'unknownPart',
      message: `'${part}'`,
      domain: 'youtube.part',
      location: 'part',
      locationType: 'parameter',
    });
  });
}

export function requireChannel({ hasChannel }: Person): void {
  if (!hasChannel) refuse(authErrors.noChannel());
}
