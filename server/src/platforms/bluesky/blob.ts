import { Type, type Static } from 'typebox';
import type { PlatformBody } from '../../kernel/outbound/platform-http.ts';
import { responseReader } from '../shared/response-reader.ts';
import { uploadMs } from '../shared/upload-timeout.ts';
import type { BlueskyAccountCall } from './call.ts';
import { home } from './session.ts';
import { callXrpcRaw, type XrpcReply } from './xrpc.ts';

export const Blob = Type.Object({
  $type: Type.Literal('blob'),
  ref: Type.Object({ $link: Type.String({ pattern: '^[A-Za-z0-9]{8,256}$' }) }),
  mimeType: Type.String({ maxLength: 255 }),
  size: Type.Integer({ minimum: 0 }),
});
export type BlobJson = Static<typeof Blob>;

const read = responseReader(Type.Object({ blob: Blob }));

/** Repeatable: servers discard blobs that no record refers to. */
export async function uploadBlob(call: BlueskyAccountCall, body: PlatformBody): Promise<XrpcReply<BlobJson>> {
  const upload = { nsid: 'com.atproto.repo.uploadBlob', body, uploadMs: uploadMs(body.sizeBytes) };
  const reply = await callXrpcRaw(call, home(call), upload);
  if (reply.kind !== 'ok') return reply;
  const uploaded = read(reply.data);
  return uploaded === undefined
    ? { kind: 'lost', reason: 'the response has no blob' }
    : { kind: 'ok', data: uploaded.blob };
}
