import { Type, type Static } from 'typebox';
import type { PlatformBody } from '../../kernel/outbound/platform-http.ts';
import type { AccountCall } from '../adapter.ts';
import { answerReader } from '../shared/answer-reader.ts';
import { uploadMs } from '../shared/upload-timeout.ts';
import { home } from './session.ts';
import { askRaw, type XrpcReply } from './xrpc.ts';

/** As JSON has it, and as it is put into the record. */
export const Blob = Type.Object({
  $type: Type.Literal('blob'),
  ref: Type.Object({ $link: Type.String({ pattern: '^[A-Za-z0-9]{8,256}$' }) }),
  mimeType: Type.String({ maxLength: 255 }),
  size: Type.Integer({ minimum: 0 }),
});
export type BlobJson = Static<typeof Blob>;

const read = answerReader(Type.Object({ blob: Blob }));

/** Repeatable: what no record refers to is thrown away. */
export async function uploadBlob(call: AccountCall, body: PlatformBody): Promise<XrpcReply<BlobJson>> {
  const upload = { nsid: 'com.atproto.repo.uploadBlob', body, uploadMs: uploadMs(body.sizeBytes) };
  const reply = await askRaw(call, home(call), upload);
  if (reply.kind !== 'ok') return reply;
  const answer = read(reply.answer);
  return answer === undefined
    ? { kind: 'lost', reason: 'the answer names no blob' }
    : { kind: 'ok', answer: answer.blob };
}
