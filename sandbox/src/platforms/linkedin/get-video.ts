import { json } from '../../core/wire/reply.ts';
import { findAsset, statusOf } from './assets.ts';
import { notFound, refuse } from './errors.ts';
import { forbiddenVideo } from './finalize-upload.ts';
import { scopes } from './limits.ts';
import { personUrn } from './persons.ts';
import { restRoute } from './rest-route.ts';
import { tokenErrors } from './token-errors.ts';

export const getVideo = restRoute({
  method: 'GET',
  path: '/videos/{urn}',
  operation: 'getVideo',
  scope: scopes.publish,
  resource: 'videos.GET',
  restMethod: 'GET',
  query: {},
  handle: (call, { person }) => {
    if (!person.canReadVideos) refuse(tokenErrors.permission('videos.GET'));
    const urn = call.request.params['urn'] ?? '';
    const asset = findAsset(call, urn) ?? refuse(notFound(`Video ${urn}`));
    if (asset.kind !== 'video') refuse(notFound(`Video ${urn}`));
    if (asset.ownerId !== person.id) refuse(forbiddenVideo);
    const status = statusOf(asset, call.clock.now());
    return json(200, {
      id: urn,
      owner: personUrn(person),
      status,
      ...(status === 'PROCESSING_FAILED' && { processingFailureReason: asset.failure }),
      ...(status === 'AVAILABLE' && {
        downloadUrl: `https://dms.licdn.com/playlist/vid/${asset.id}/mp4-720p-30fp-crf28/0`,
        downloadUrlExpiresAt: call.clock.now() + 24 * 3_600_000,
      }),
    });
  },
});
