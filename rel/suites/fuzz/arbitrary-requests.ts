import fc from 'fast-check';
import type { ApiDescription, Operation, Parameter } from '../../harness/api-description.ts';
import { idKindOf } from '../tenancy/id-positions.ts';
import { arbitraryOf, nastyStrings, spoiled } from './arbitrary-values.ts';

export type FuzzRequest = {
  operation: Operation;
  isHostile: boolean;
  params: Record<string, unknown>;
  query: Record<string, unknown>;
  headers: Record<string, unknown>;
  body: unknown;
};

export function arbitraryRequest(description: ApiDescription): fc.Arbitrary<FuzzRequest> {
  const operations = description.operations.filter(({ needsKey, body }) => needsKey && isFuzzed(body));
  return fc.oneof(...operations.map((operation) => requestOf(description, operation)));
}

/** Uploads have their own suite. */
const isFuzzed = (body: Operation['body']): boolean => Object.keys(body).every((type) => type === 'application/json');

function requestOf(description: ApiDescription, operation: Operation): fc.Arbitrary<FuzzRequest> {
  const parts = (where: Parameter['in'], isRequired: boolean): fc.Arbitrary<Record<string, unknown>> => {
    const parameters = operation.parameters.filter((one) => one.in === where);
    const values = parameters.map(({ name, schema }) => [name, valueOf(description, operation, { name, schema })]);
    const requiredKeys = isRequired ? parameters.map(({ name }) => name) : requiredNames(parameters);
    return fc.record(Object.fromEntries(values) as Record<string, fc.Arbitrary<unknown>>, { requiredKeys });
  };
  const { schema } = operation.body['application/json'] ?? {};
  const body =
    schema === undefined
      ? fc.constant(undefined)
      : arbitraryOf(description, schema, { operationId: operation.id, name: '' });
  const valid = { operation: fc.constant(operation), params: parts('path', true), headers: parts('header', false) };
  const query = parts('query', false);
  const hostileParams = fc
    .tuple(valid.params, fc.constantFrom(...pathTexts))
    .map(([params, text]) => withFirst(params, text));
  const isHostile = fc.constant(true);
  return fc.oneof(
    fc.record({ ...valid, query, body, isHostile: fc.constant(false) }),
    fc.oneof(
      fc.record({ ...valid, query: spoiled(query) as fc.Arbitrary<Record<string, unknown>>, body, isHostile }),
      fc.record({ ...valid, query, body: schema === undefined ? body : spoiled(body), isHostile }),
      fc.record({ ...valid, query, body: schema === undefined ? body : spoiled(body), isHostile }),
      fc.record({ ...valid, params: hostileParams, query, body, isHostile }),
    ),
  );
}

/** A client would resolve dots in a path, and an empty part is another path. */
const pathTexts = [...nastyStrings.filter((text) => text !== '' && text !== ' '), '\u0000', 'x'.repeat(600)];

const requiredNames = (parameters: readonly Parameter[]): string[] =>
  parameters.filter(({ required }) => required).map(({ name }) => name);

function withFirst(params: Record<string, unknown>, text: string): Record<string, unknown> {
  const [first] = Object.keys(params);
  return first === undefined ? params : { ...params, [first]: text };
}

function valueOf(
  description: ApiDescription,
  operation: Operation,
  { name, schema }: Pick<Parameter, 'name' | 'schema'>,
): fc.Arbitrary<unknown> {
  // Long polling would only cost time.
  if (name === 'wait') return fc.constantFrom(0, 1);
  if (idKindOf(operation.id, name) === 'requestId') return fc.uuid();
  return arbitraryOf(description, schema, { operationId: operation.id, name });
}
