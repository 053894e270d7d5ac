import type { Static, TSchema } from 'typebox';
import { Compile, type Validator } from 'typebox/compile';

/** What a network answers is believed only where it fits; undefined for what does not. Compiled when first asked. */
export function answerReader<Schema extends TSchema>(schema: Schema) {
  let validator: Validator | undefined;
  return (value: unknown): Static<Schema> | undefined => {
    validator ??= Compile(schema);
    return validator.Check(value) ? (value as Static<Schema>) : undefined;
  };
}
