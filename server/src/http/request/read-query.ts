import { Compile } from 'typebox/schema';
import { Type, type TObject, type TSchema } from 'typebox';
import { AppError } from '../../kernel/errors.ts';
import { rangeInWords } from '../../kernel/schema-rule.ts';
import { requireStorable } from './request-text.ts';
import { firstFault, toFaults } from '../../schemas/validation-fault.ts';

type Values = Record<string, unknown>;

/** A repeated or empty parameter is an error: an empty filter must never mean "all". */
export function createQueryCheck(schema: TObject = Type.Object({})): (query: unknown) => unknown {
  const compiled = Compile(schema);
  const properties = Object.entries(schema.properties as Record<string, TSchema>);
  return (query) => {
    const params = query as Values;
    const values: Values = {};
    for (const [name, property] of properties) {
      const value = Object.hasOwn(params, name) ? readOne(name, property, params[name]) : defaultOf(property);
      if (value !== undefined) values[name] = value;
    }
    if (compiled.Check(values)) return values;
    // Reports an error inside a list for the whole parameter.
    const faults = compiled.Errors(values)[1].flatMap((finding) => toFaults(finding, schema));
    throw firstFault(
      faults.map(({ steps, message }) => ({ steps: steps.slice(0, 1), message })),
      values,
    );
  };
}

function readOne(name: string, schema: TSchema, text: unknown): unknown {
  if (typeof text !== 'string') throw fault(name, 'must appear only once');
  if (text === '') throw fault(name, 'must not be empty: omit it instead');
  requireStorable(name, text);
  switch (typeOf(schema)) {
    case 'integer':
      if (!/^\d{1,9}$/.test(text)) throw fault(name, rangeInWords(schema));
      return Number(text);
    case 'boolean':
      if (text !== 'true' && text !== 'false') throw fault(name, 'must be true or false');
      return text === 'true';
    case 'array':
      return text.split(',');
    default:
      return text;
  }
}

function typeOf(schema: TSchema): unknown {
  return 'type' in schema ? schema.type : undefined;
}

function defaultOf(schema: TSchema): unknown {
  return 'default' in schema ? schema.default : undefined;
}

function fault(name: string, message: string): AppError {
  return new AppError('validation', `${name} ${message}`, { param: name });
}
