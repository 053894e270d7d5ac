import { Type } from 'typebox';
import { responseReader } from '../shared/response-reader.ts';
import { platformText } from '../shared/platform-text.ts';
import type { TiktokAccountCall } from './call.ts';
import { callTiktok, type TiktokFailure } from './client.ts';

/** IDs exceed JavaScript's safe integers, so they may be strings. */
const Id = Type.Union([Type.String({ pattern: '^[0-9]{1,25}$' }), Type.Integer({ minimum: 1 })]);
const read = responseReader(
  Type.Object({
    status: Type.String(),
    fail_reason: Type.Optional(Type.Unknown()),
    publicaly_available_post_id: Type.Optional(Type.Array(Id)),
    uploaded_bytes: Type.Optional(Type.Integer({ minimum: 0 })),
  }),
);

export type PublishStatus = {
  kind: 'status';
  /** `PROCESSING_UPLOAD`, `PROCESSING_DOWNLOAD`, `SEND_TO_USER_INBOX`, `PUBLISH_COMPLETE`, `FAILED`. */
  status: string;
  failReason: string;
  /** Set only for public posts, after TikTok has reviewed them. */
  postId: string | undefined;
  uploadedBytes: number;
};

export async function readStatus(call: TiktokAccountCall, publishId: string): Promise<PublishStatus | TiktokFailure> {
  const reply = await callTiktok(call, { path: '/v2/post/publish/status/fetch/', json: { publish_id: publishId } });
  if (reply.kind !== 'ok') return reply;
  const body = read(reply.data);
  if (body === undefined) return { kind: 'lost', reason: 'the status could not be parsed' };
  const [id] = body.publicaly_available_post_id ?? [];
  return {
    kind: 'status',
    status: body.status,
    failReason: platformText(body.fail_reason, 100) ?? '',
    postId: id === undefined ? undefined : String(id),
    uploadedBytes: body.uploaded_bytes ?? 0,
  };
}
