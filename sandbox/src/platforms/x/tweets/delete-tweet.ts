import { ledger } from '../../../core/state/ledger.ts';
import { json } from '../../../core/wire/reply.ts';
import { apiRoute, readId } from '../api-route.ts';
import { refuseForbidden, refuseUnknownTweet } from '../errors.ts';
import { scopes } from '../limits.ts';
import { tweets } from './tweets.ts';

export const deleteTweet = apiRoute({
  method: 'DELETE',
  path: '/tweets/{id}',
  operation: 'deleteTweet',
  scopes: [scopes.read, scopes.write, scopes.users],
  rate: 'deleteTweet',
  query: {},
  handle: (call, person) => {
    const id = readId(call.request.params['id'], 'id');
    call.commit((tx) => {
      const tweet = tweets.get(tx, id);
      if (tweet === undefined || tweet.isDeleted) refuseUnknownTweet(id);
      if (tweet.authorId !== person.id) refuseForbidden('You are not authorized to delete this Tweet.');
      tweets.put(tx, id, { ...tweet, isDeleted: true });
      const deletedAt = new Date(call.clock.now()).toISOString();
      ledger.markDeleted(tx, { platform: 'x', accountId: person.id, id }, deletedAt);
    });
    return json(200, { data: { deleted: true } });
  },
});
