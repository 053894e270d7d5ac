import type { ErrorCode } from '../../kernel/errors.ts';
import { errorSchemas } from '../../schemas/error.ts';
import { errorStatus, errorTable } from '../response/error-table.ts';
import { routeErrors } from '../response/route-errors.ts';
import type { JsonRoute, StreamRoute } from '../route.ts';
import type { Components } from './components.ts';
import { exampleOf } from './example.ts';
import type { Json } from './json.ts';

export function jsonErrors(route: JsonRoute, components: Components): Json {
  const byStatus = Map.groupBy(routeErrors(route), (code) => errorStatus(code, route.errorStatuses));
  const entries = [...byStatus]
    .sort(([a], [b]) => a - b)
    .map(([status, codes]) => {
      const description = codes.map((code) => errorTable[code].when).join(' ');
      return [String(status), { description, ...contentOf(codes, components) }];
    });
  return Object.fromEntries(entries) as Json;
}

/** An endpoint can respond with those whose status it declares. */
const usual: readonly ErrorCode[] = [
  'unauthorized',
  'permissionRequired',
  'payloadTooLarge',
  'unsupportedEncoding',
  'rateLimited',
  'unavailable',
];

export function streamErrorContent(route: StreamRoute, status: number, components: Components): Json {
  const codes = [...new Set([...route.errors, ...usual])].filter((code) => errorTable[code].status === status);
  return contentOf(codes, components);
}

function contentOf(codes: readonly ErrorCode[], components: Components): Json {
  const shapes = [...new Set(codes.map((code) => errorTable[code].shape))];
  const schemas = shapes.map((shape) => components.of(errorSchemas[shape]));
  const schema = schemas.length === 1 ? schemas[0] : { anyOf: schemas };
  const example = shapes[0] === undefined ? {} : { example: exampleOf(errorSchemas[shapes[0]]) };
  return { content: { 'application/json': { schema, ...example } } };
}
