import type { Call, Method, Route } from '../../core/platform.ts';
import { checkParameters, isRecord, variableQuery, type Parameters, type Shape } from '../../core/wire/parameters.ts';
import { catchRefusal, Refusal, type Reply } from '../../core/wire/reply.ts';
import { forbidden, refuseForbidden, refuseRequest } from './errors.ts';
import { authority } from './oauth.ts';
import type { Person } from './persons.ts';
import { spend, withRates, type RateName } from './rates.ts';

type Definition<S extends Shape> = {
  readonly method: Method;
  readonly path: string;
  readonly operation: string;
  readonly scopes: readonly string[];
  readonly rate: RateName;
  readonly query: S;
  handle(call: Call, person: Person, query: Parameters<S>): Reply | Promise<Reply>;
};

export function apiRoute<S extends Shape>(definition: Definition<S>): Route {
  return {
    host: 'api.x.com',
    methods: [definition.method],
    path: `/2${definition.path}`,
    operation: definition.operation,
    handle: async (call) => {
      const person = requirePerson(call, definition);
      const reply = await catchRefusal(() => {
        spend(call, definition.rate, person);
        return definition.handle(call, person, readQuery(call, definition.query));
      });
      return withRates(call, reply, { name: definition.rate, person });
    },
  };
}

function requirePerson(call: Call, { method, scopes }: Pick<Definition<Shape>, 'method' | 'scopes'>): Person {
  const { person, token } = authority.requireCaller(call);
  if (!scopes.every((scope) => token.scopes.includes(scope))) throw new Refusal(forbidden());
  if (person.isSuspended && method !== 'GET') {
    refuseForbidden('Your account is suspended and is not permitted to access this feature.', 'user-suspended');
  }
  return person;
}

function readQuery<S extends Shape>(call: Call, shape: S): Parameters<S> {
  const reading = checkParameters(variableQuery(call), shape, () => true);
  if (reading.ok) return reading.values;
  const { kind, name } = reading.fault;
  const value = call.request.query.get(name) ?? '';
  if (kind === 'unknown') {
    const allowed = Object.keys(shape).join(',');
    return refuseRequest(`The query parameter [${name}] is not one of [${allowed}]`, { [name]: [value] });
  }
  if (kind === 'missing') return refuseRequest(`The \`${name}\` query parameter can not be empty`, { [name]: [] });
  return refuseRequest(`The \`${name}\` query parameter value [${value}] is not valid`, { [name]: [value] });
}

export function readBody<S extends Shape>(value: unknown, shape: S, path = '$'): Parameters<S> {
  if (!isRecord(value)) refuseRequest(`${path}: object expected`);
  const reading = checkParameters(value, shape);
  if (reading.ok) return reading.values;
  const { kind, name } = reading.fault;
  const fieldPath = `${path}.${name}`;
  if (kind === 'missing') return refuseRequest(`${fieldPath}: is missing but it is required`);
  if (kind === 'type') return refuseRequest(`${fieldPath}: ${(shape[name] ?? '').replace('!', '')} expected`);
  return refuseRequest(
    `${fieldPath}: is not defined in the schema and the schema does not allow additional properties`,
  );
}

export function jsonBody({ request }: Call): unknown {
  const { body } = request;
  return body.kind === 'json' ? body.value : refuseRequest('The request body must be JSON');
}

const idPattern = /^[0-9]{1,19}$/;

export function readId(value: unknown, path: string): string {
  if (typeof value === 'string' && idPattern.test(value)) return value;
  return refuseRequest(`${path}: does not match the regex pattern ${idPattern.source}`);
}

export function readNames<T extends string>(name: string, list: string | undefined, known: readonly T[]): T[] {
  return (list ?? '')
    .split(',')
    .filter((each) => each !== '')
    .map(
      (each) =>
        known.find((right) => right === each) ??
        refuseRequest(`The \`${name}\` query parameter value [${each}] is not one of [${known.join(',')}]`, {
          [name]: [list ?? ''],
        }),
    );
}
