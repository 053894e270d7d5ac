import type { Static, TSchema } from 'typebox';
import { Compile, type Validator } from 'typebox/schema';

export function responseReader<Schema extends TSchema>(schema: Schema) {
  let validator: Validator | undefined;
  return (value: unknown): Static<Schema> | undefined => {
    validator ??= Compile(schema);
    return validator.Check(value) ? (value as Static<Schema>) : undefined;
  };
}
