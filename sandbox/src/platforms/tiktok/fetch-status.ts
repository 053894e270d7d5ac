import { apiRoute, int64, jsonBody, readBody } from './api-route.ts';
import { refuse } from './errors.ts';
import { scopes } from './limits.ts';
import { isPublic, publications, uploadedBytes, type Publication } from './publications.ts';

export const fetchStatus = apiRoute({
  method: 'POST',
  path: '/post/publish/status/fetch/',
  operation: 'fetchStatus',
  scopes: [scopes.publish, scopes.upload],
  rate: 'status',
  handle: (call, { person }) => {
    const { publish_id: id } = readBody(call, jsonBody(call), { publish_id: 'string!' } as const);
    const publication = publications.get(call.store, id);
    if (publication === undefined) {
      refuse(call, { status: 400, code: 'invalid_publish_id', message: 'The publish_id does not exist.' });
    }
    if (publication.openId !== person.openId) {
      refuse(call, {
        status: 400,
        code: 'token_not_authorized_for_specified_publish_id',
        message: 'The access_token does not have the authorization to access this publish_id.',
      });
    }
    return statusOf(publication, call.clock.now());
  },
});

function statusOf(publication: Publication, now: number): object {
  const { kind, isDraft, failReason, readyAt = Infinity, postId = '' } = publication;
  const bytes =
    kind === 'video'
      ? { uploaded_bytes: uploadedBytes(publication) }
      : { downloaded_bytes: publication.files.reduce((sum, { sizeBytes }) => sum + sizeBytes, 0) };
  if (now < readyAt) return { status: kind === 'video' ? 'PROCESSING_UPLOAD' : 'PROCESSING_DOWNLOAD', ...bytes };
  if (failReason !== undefined) return { status: 'FAILED', fail_reason: failReason, ...bytes };
  if (isDraft) return { status: 'SEND_TO_USER_INBOX', ...bytes };
  const ids = isPublic(publication, now) ? { publicaly_available_post_id: [int64(postId)] } : {};
  return { status: 'PUBLISH_COMPLETE', ...ids, ...bytes };
}
