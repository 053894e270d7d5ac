import type { Static, TObject, TSchema } from 'typebox';
import { Compile, type Validator } from 'typebox/schema';
import { ruleInWords } from '../../kernel/schema-rule.ts';
import { sizeFault } from '../../kernel/size-fault.ts';
import type { Issue } from '../adapter.ts';

type Read<Schema extends TObject> = { options: Partial<Static<Schema>>; issues: Issue[] };

const compiled = new WeakMap<TSchema, Validator>();

/** Ignores unknown keys and null; enumerations match regardless of case and underscores. */
export function readOptions<Schema extends TObject>(schema: Schema, settings: Readonly<Record<string, unknown>>) {
  const read: Read<Schema> = { options: {}, issues: [] };
  for (const [key, property] of Object.entries(schema.properties)) {
    const input = settings[key];
    if (input === undefined || input === null) continue;
    const value = enumValue(property, input);
    const message = sizeFault(property, value) ?? faultOf(property, value);
    if (message === undefined) Object.assign(read.options, { [key]: value });
    else read.issues.push(settingsIssue(`settings.${key}`, `${key} ${message}`));
  }
  return read;
}

export function settingsIssue(field: string, message: string): Issue {
  return { rule: 'settings', severity: 'error', field, message };
}

function validator(schema: TSchema): Validator {
  const known = compiled.get(schema) ?? Compile(schema);
  compiled.set(schema, known);
  return known;
}

function enumValue(schema: TSchema, input: unknown): unknown {
  const values = 'enum' in schema && Array.isArray(schema.enum) ? (schema.enum as unknown[]) : [];
  if (typeof input !== 'string') return input;
  return values.find((value) => typeof value === 'string' && plain(value) === plain(input)) ?? input;
}

function plain(text: string): string {
  return text.toLowerCase().replaceAll('_', '');
}

function faultOf(schema: TSchema, value: unknown): string | undefined {
  if (validator(schema).Check(value)) return undefined;
  if ('enum' in schema && Array.isArray(schema.enum)) return `must be one of ${schema.enum.join(', ')}`;
  const [, [first]] = validator(schema).Errors(value);
  return first === undefined ? 'is not valid' : ruleInWords(schema, first);
}
