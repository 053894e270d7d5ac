import { checkParameters, isRecord, type Parameters, type Shape } from '../core/wire/parameters.ts';

export type ControlRequest = { readonly query: URLSearchParams; readonly body: unknown };

export class ControlError extends Error {}

const words = { unknown: 'is not a known parameter', missing: 'is missing', type: 'has the wrong type' };

export function readFields<S extends Shape>(source: unknown, shape: S): Parameters<S> {
  const isText = source instanceof URLSearchParams;
  const raw = isText ? Object.fromEntries(source) : source;
  if (!isRecord(raw)) throw new ControlError('The body must be an object');
  const reading = checkParameters(raw, shape, () => isText);
  if (!reading.ok) throw new ControlError(`${reading.fault.name} ${words[reading.fault.kind]}`);
  return reading.values;
}
