import { json } from '../../core/wire/reply.ts';
import { apiRoute } from './api-route.ts';
import { boardsOf } from './boards.ts';
import { scopes } from './limits.ts';
import { pinsOf } from './pins.ts';

export const getUserAccount = apiRoute({
  method: 'GET',
  path: '/user_account',
  operation: 'getUserAccount',
  scopes: [scopes.account],
  query: {},
  handle: (call, { person }) =>
    json(200, {
      id: person.id,
      username: person.username,
      account_type: person.accountType,
      profile_image: `https://i.pinimg.com/600x600_R/${person.id}.jpg`,
      website_url: null,
      business_name: person.businessName,
      about: null,
      follower_count: person.followerCount,
      following_count: 0,
      pin_count: pinsOf(call.store, person.id).length,
      board_count: boardsOf(call.store, person.id).length,
      monthly_views: 0,
    }),
});
