import type { Static, TObject } from 'typebox';
import type { Handle } from '../adapter.ts';
import { answerReader } from './answer-reader.ts';

/** We wrote it ourselves: one that does not fit is a bug, and going on could publish twice. */
export function handleReader<Schema extends TObject>(schema: Schema) {
  const read = answerReader(schema);
  return (handle: Handle): Static<Schema> => {
    const known = read(handle);
    if (known === undefined) throw new Error(`a handle of version ${handle.v} that cannot be read`);
    return known;
  };
}
