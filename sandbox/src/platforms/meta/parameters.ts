import type { Call, WireRequest } from '../../core/platform.ts';
import {
  checkParameters,
  isRecord,
  rawParameters,
  type ParameterFault,
  type Parameters,
  type Shape,
} from '../../core/wire/parameters.ts';
import { refuseParameter } from './errors.ts';

export function readGraphParameters<S extends Shape>(call: Call, shape: S): Parameters<S> {
  const { request } = call;
  const { body } = request;
  if (body.kind === 'bytes' || (body.kind === 'json' && !isRecord(body.value))) {
    refuseParameter(call, 'The request body cannot be parsed');
  }
  const parameters = Object.entries(rawParameters(request)).filter(([name]) => name !== 'access_token');
  const reading = checkParameters(withLists(parameters, shape), shape, (name) => isText(request, name));
  return reading.ok ? reading.values : refuseParameter(call, describeFault(reading.fault, shape));
}

const isText = ({ body, query }: WireRequest, name: string): boolean =>
  body.kind !== 'json' || (query.has(name) && !Object.hasOwn(body.value as object, name));

/** Lists are JSON, comma-separated, or items as `name[0]`. */
function withLists(parameters: readonly [string, unknown][], shape: Shape): Record<string, unknown> {
  const folded: Record<string, unknown> = {};
  for (const [name, value] of parameters) {
    const [, list = '', index = ''] = /^(\w+)\[(\d{1,3})\]$/.exec(name) ?? [];
    if (isList(shape, list)) folded[list] = withItem(folded[list], Number(index), value);
    else folded[name] = isList(shape, name) ? splitList(value) : value;
  }
  return folded;
}

const isList = (shape: Shape, name: string): boolean => shape[name]?.startsWith('array') === true;

function splitList(value: unknown): unknown {
  if (typeof value !== 'string' || value.trim().startsWith('[')) return value;
  return value.split(',').map((item) => item.trim());
}

function withItem(list: unknown, index: number, item: unknown): unknown[] {
  const items: readonly unknown[] = Array.isArray(list) ? list : [];
  const all = [...items];
  all[index] = item;
  return all;
}

function describeFault({ kind, name }: ParameterFault, shape: Shape): string {
  if (kind === 'unknown') return `The parameter ${name} is not supported.`;
  if (kind === 'missing') return `The parameter ${name} is required.`;
  return `Param ${name} must be a valid ${(shape[name] ?? 'value').replace('!', '')}`;
}
