import { Type, type Static } from 'typebox';
import { handleReader } from '../shared/handle-reader.ts';

/** The network keeps what was uploaded for so long; a little less, since sending takes its time too. */
export const keptMs = 23 * 3_600_000;

const schema = Type.Object({
  v: Type.Literal(1),
  /** Ids of the files that are ready, by position. */
  ready: Type.Array(Type.String()),
  /** The file under way: `nextPart` null once all of it is there. */
  current: Type.Union([
    Type.Object({ id: Type.String(), nextPart: Type.Union([Type.Integer(), Type.Null()]) }),
    Type.Null(),
  ]),
  /** When the first file was given, in milliseconds; null while there is none. */
  since: Type.Union([Type.Integer(), Type.Null()]),
});

export type Uploads = Static<typeof schema>;

export const readHandle = handleReader(schema);

export const noUploads: Uploads = { v: 1, ready: [], current: null, since: null };

export function isStale({ since }: Uploads, now: Date): boolean {
  return since !== null && now.getTime() - since > keptMs;
}
