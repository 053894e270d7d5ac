import { ledger } from '../../core/state/ledger.ts';
import { apiRoute } from './api-route.ts';
import { refuse } from './errors.ts';
import { scopes, units } from './limits.ts';
import { channelId } from './persons.ts';
import { videos } from './videos.ts';

export const deleteVideo = apiRoute({
  method: 'DELETE',
  path: '/youtube/v3/videos',
  operation: 'deleteVideo',
  scopes: [scopes.all, scopes.manage],
  cost: { units: units.delete },
  query: { id: 'string!' },
  handle: (call, person, { id }) => {
    call.commit((tx) => {
      const video = videos.get(tx, id);
      if (video === undefined || video.isDeleted) refuse(notFound);
      if (video.ownerId !== person.id) refuse(forbidden);
      const deletedAt = new Date(call.clock.now()).toISOString();
      videos.put(tx, id, { ...video, isDeleted: true });
      ledger.markDeleted(tx, { platform: 'youtube', accountId: channelId(person), id }, deletedAt);
    });
    return { status: 204, headers: {}, body: '' };
  },
});

const onId = { domain: 'youtube.video', location: 'id', locationType: 'parameter' } as const;

const notFound = {
  code: 404,
  reason: 'videoNotFound',
  message: 'The video that you are trying to delete cannot be found.',
  ...onId,
};

const forbidden = {
  code: 403,
  reason: 'forbidden',
  message: 'The video that you are trying to delete cannot be deleted by you.',
  ...onId,
};
