import { followersOf } from '../../core/state/statistics.ts';
import { readNode, type Node } from '../meta/fields.ts';
import { graphRoute } from './graph-route.ts';
import { scopes } from './limits.ts';
import { mediaOf } from './media.ts';
import type { Person } from './persons.ts';

export const getMe = graphRoute({
  method: 'GET',
  path: '/me',
  operation: 'getMe',
  scope: scopes.basic,
  parameters: { fields: 'string' },
  handle: (call, { person }, { fields }) => {
    const mediaCount = mediaOf(person.userId).all(call.store).length;
    const followed = { platform: 'instagram', id: person.userId, followersCount: person.followersCount };
    const followersCount = followersOf(call.store, call.clock.now(), followed);
    const me = readNode(call, personNode({ ...person, followersCount }, mediaCount), fields);
    return person.wrapsResponses ? { data: [me] } : me;
  },
});

function personNode(person: Person, mediaCount: number): Node {
  return {
    type: 'IGUser',
    values: {
      id: person.appScopedId,
      user_id: person.userId,
      username: person.username,
      name: person.fullName,
      profile_picture_url: `https://scontent.cdninstagram.com/v/${person.userId}.jpg`,
      account_type: person.accountType,
      followers_count: person.followersCount,
      follows_count: person.followsCount,
      media_count: mediaCount,
    },
  };
}
