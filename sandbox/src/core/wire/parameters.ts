import type { FilePart } from './read-body.ts';
import type { Call, WireRequest } from '../platform.ts';

type Values = {
  string: string;
  integer: number;
  boolean: boolean;
  object: Readonly<Record<string, unknown>>;
  array: readonly unknown[];
  /** Platforms accept IDs as strings and integers. */
  id: string;
  /** Or a file of a multipart body. */
  file: string | FilePart;
};
type TypeName = keyof Values;

/** `!` marks required parameters. */
export type Shape = Readonly<Record<string, TypeName | `${TypeName}!`>>;
type ValueOf<Spec> = Spec extends `${infer Type extends TypeName}!`
  ? Values[Type]
  : Spec extends TypeName
    ? Values[Spec] | undefined
    : never;
export type Parameters<S extends Shape> = { readonly [Name in keyof S]: ValueOf<S[Name]> };

export type ParameterFault = { readonly kind: 'unknown' | 'missing' | 'type'; readonly name: string };
type ParameterReading<S extends Shape> =
  { readonly ok: true; readonly values: Parameters<S> } | { readonly ok: false; readonly fault: ParameterFault };

/** The body takes precedence. Values of query and form are still strings. */
export function rawParameters(request: WireRequest): Record<string, unknown> {
  const { body, query } = request;
  const fromQuery = Object.fromEntries(query);
  if (body.kind === 'json') return { ...fromQuery, ...(isRecord(body.value) ? body.value : {}) };
  if (body.kind === 'form') return { ...fromQuery, ...Object.fromEntries(body.fields) };
  if (body.kind !== 'multipart') return fromQuery;
  const files = Object.fromEntries(body.files.map((file) => [file.field, file]));
  return { ...fromQuery, ...Object.fromEntries(body.fields), ...files };
}

/** Leaves out parameters that the route's path fixes. */
export function variableQuery({ route, request }: Call): Record<string, string> {
  const fixed = new Set(new URLSearchParams(route?.path.split('?')[1]).keys());
  return Object.fromEntries([...request.query].filter(([name]) => !fixed.has(name)));
}

/** Types are strict in JSON; strings of query, form and multipart are parsed as the type requires. */
export function readParameters<S extends Shape>(request: WireRequest, shape: S): ParameterReading<S> {
  const isText = request.body.kind !== 'json';
  const fromQuery = new Set(request.query.keys());
  return checkParameters(rawParameters(request), shape, (name) => isText || fromQuery.has(name));
}

export function checkParameters<S extends Shape>(
  raw: Readonly<Record<string, unknown>>,
  shape: S,
  isText: (name: string) => boolean = () => false,
): ParameterReading<S> {
  const unknown = Object.keys(raw).find((name) => !Object.hasOwn(shape, name));
  if (unknown !== undefined) return { ok: false, fault: { kind: 'unknown', name: unknown } };
  const values: Record<string, unknown> = {};
  for (const [name, spec] of Object.entries(shape)) {
    const rawValue = raw[name];
    if (rawValue === undefined || rawValue === null) {
      if (spec.endsWith('!')) return { ok: false, fault: { kind: 'missing', name } };
      continue;
    }
    const type = spec.replace('!', '') as TypeName;
    const value = readers[type](isText(name) && typeof rawValue === 'string' ? fromText(type, rawValue) : rawValue);
    if (value === undefined) return { ok: false, fault: { kind: 'type', name } };
    values[name] = value;
  }
  // Each value was read by its type's reader.
  return { ok: true, values: values as Parameters<S> };
}

const readers: { [Type in TypeName]: (value: unknown) => Values[Type] | undefined } = {
  string: (value) => (typeof value === 'string' ? value : undefined),
  integer: (value) => (Number.isSafeInteger(value) ? (value as number) : undefined),
  boolean: (value) => (typeof value === 'boolean' ? value : undefined),
  object: (value) => (isRecord(value) ? value : undefined),
  array: (value) => (Array.isArray(value) ? value : undefined),
  id: (value) => (typeof value === 'string' || Number.isSafeInteger(value) ? String(value) : undefined),
  file: (value) => (typeof value === 'string' || isFilePart(value) ? value : undefined),
};

function fromText(type: TypeName, text: string): unknown {
  if (type === 'string' || type === 'id' || type === 'file') return text;
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

export function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function isFilePart(value: unknown): value is FilePart {
  return isRecord(value) && Buffer.isBuffer(value['bytes']);
}
