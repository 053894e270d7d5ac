import { Type, type Static } from 'typebox';
import { publishStateReader } from '../shared/publish-state-reader.ts';

/** X keeps uploads for 24 hours; the margin leaves time to send the post. */
export const keptMs = 23 * 3_600_000;

const schema = Type.Object({
  v: Type.Literal(1),
  ready: Type.Array(Type.String()),
  /** `nextPart` is null once X has the whole file. */
  current: Type.Union([
    Type.Object({ id: Type.String(), nextPart: Type.Union([Type.Integer(), Type.Null()]) }),
    Type.Null(),
  ]),
  /** When the first upload started, in milliseconds. */
  since: Type.Union([Type.Integer(), Type.Null()]),
});

export type Uploads = Static<typeof schema>;

export const readPublishState = publishStateReader(schema);

export const noUploads: Uploads = { v: 1, ready: [], current: null, since: null };

export function isStale({ since }: Uploads, now: Date): boolean {
  return since !== null && now.getTime() - since > keptMs;
}
