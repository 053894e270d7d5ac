import { Type } from 'typebox';
import type { AccountCall } from '../adapter.ts';
import { answerReader } from '../shared/answer-reader.ts';
import { networkText } from '../shared/network-text.ts';
import { callTiktok, type TiktokFailure } from './client.ts';

/** Larger than a number holds, so that they may come as text. */
const Id = Type.Union([Type.String({ pattern: '^[0-9]{1,25}$' }), Type.Integer({ minimum: 1 })]);
const read = answerReader(
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
  /** Only of public posts, and only once they were looked at. */
  postId: string | undefined;
  uploadedBytes: number;
};

export async function readStatus(call: AccountCall, publishId: string): Promise<PublishStatus | TiktokFailure> {
  const reply = await callTiktok(call, { path: '/v2/post/publish/status/fetch/', json: { publish_id: publishId } });
  if (reply.kind !== 'ok') return reply;
  const answer = read(reply.data);
  if (answer === undefined) return { kind: 'lost', reason: 'a status that cannot be read' };
  const [id] = answer.publicaly_available_post_id ?? [];
  return {
    kind: 'status',
    status: answer.status,
    failReason: networkText(answer.fail_reason, 100) ?? '',
    postId: id === undefined ? undefined : String(id),
    uploadedBytes: answer.uploaded_bytes ?? 0,
  };
}
