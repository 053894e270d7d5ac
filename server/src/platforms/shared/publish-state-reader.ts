import type { Static, TObject } from 'typebox';
import type { PublishState } from '../adapter.ts';
import { responseReader } from './response-reader.ts';

/** Throws on an unreadable publish state: Herald wrote it, so this is a bug, and continuing could publish twice. */
export function publishStateReader<Schema extends TObject>(schema: Schema) {
  const read = responseReader(schema);
  return (publishState: PublishState): Static<Schema> => {
    const known = read(publishState);
    if (known === undefined) throw new Error(`cannot read a publish state of version ${publishState.v}`);
    return known;
  };
}
