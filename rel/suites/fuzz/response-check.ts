import { Compile, type Validator } from 'typebox/schema';
import type { ApiDescription, Operation, Schema } from '../../harness/api-description.ts';

export type CheckedResponse = { status: number; contentType: string; text: string };

type ResponseCheck = (operation: Operation, response: CheckedResponse) => string[];

/** The description documents these; it also documents 500, which is always a bug. */
const temporary = [502, 503, 507];

export function createResponseCheck(description: ApiDescription): ResponseCheck {
  const validators = new Map<string, Validator>();
  const validatorOf = (operation: Operation, status: number, schema: Schema): Validator => {
    const name = `${operation.id} ${status}`;
    const validator = validators.get(name) ?? Compile(inlined(description, schema));
    validators.set(name, validator);
    return validator;
  };
  return (operation, { status, contentType, text }) => {
    const excerpt = text.slice(0, 300);
    if (status >= 500 && !temporary.includes(status)) return [`returned ${status} ${excerpt}`];
    const { content } = operation.responses[String(status)] ?? {};
    if (content === undefined) return [`returned ${status}, which is not documented: ${excerpt}`];
    const { schema } = content['application/json'] ?? {};
    if (schema === undefined || !contentType.includes('json')) return [];
    const validator = validatorOf(operation, status, schema);
    const body: unknown = JSON.parse(text);
    if (validator.Check(body)) return [];
    const [, [first]] = validator.Errors(body);
    return [
      `returned ${status} with a body that its schema refuses: ${JSON.stringify(first).slice(0, 300)} ${excerpt}`,
    ];
  };
}

function inlined(description: ApiDescription, schema: Schema): Schema {
  const visit = (value: unknown): unknown => {
    if (Array.isArray(value)) return value.map(visit);
    if (typeof value !== 'object' || value === null) return value;
    const resolved = '$ref' in value ? description.resolve(value as Schema) : value;
    return Object.fromEntries(Object.entries(resolved).map(([key, child]) => [key, visit(child)]));
  };
  return visit(schema) as Schema;
}
