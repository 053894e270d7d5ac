import { checkParameters, isRecord, type Parameters, type Shape } from '../../core/wire/parameters.ts';
import { refuseSchema } from './errors.ts';

const typeNames: Readonly<Record<string, string>> = {
  string: 'String',
  boolean: 'Boolean',
  integer: 'Long',
  array: 'Array',
  object: 'Record',
};

export function readRecord<S extends Shape>(value: unknown, shape: S, path = ''): Parameters<S> {
  if (!isRecord(value)) refuseSchema(path, `${JSON.stringify(value)} is not a record`);
  const reading = checkParameters(value, shape);
  if (reading.ok) return reading.values;
  const { kind, name } = reading.fault;
  const fieldPath = `${path}/${name}`;
  if (kind === 'unknown') refuseSchema(fieldPath, 'unrecognized field found but not allowed');
  if (kind === 'missing') refuseSchema(fieldPath, 'field is required but not found and has no default value');
  const type = typeNames[(shape[name] ?? '').replace('!', '')] ?? 'String';
  return refuseSchema(fieldPath, `${JSON.stringify(value[name])} cannot be coerced to ${type}`);
}

export function readSymbol<T extends string>(value: string, symbols: readonly T[], path: string): T {
  return symbols.find((symbol) => symbol === value) ?? refuseSchema(path, `"${value}" is not an enum symbol`);
}

export function readUrn(value: string, kinds: readonly string[], path: string): string {
  const isRight = kinds.some(
    (kind) => value.startsWith(`urn:li:${kind}:`) && /^[\w-]+$/.test(value.split(':')[3] ?? ''),
  );
  return isRight && value.split(':').length === 4 ? value : refuseSchema(path, `"${value}" is not a valid URN`);
}
