import { followersOf } from '../../core/state/statistics.ts';
import { json } from '../../core/wire/reply.ts';
import { apiRoute } from './api-route.ts';
import { boardsOf } from './boards.ts';
import { limits, scopes } from './limits.ts';
import { statisticsOfPin } from './pins/pin-metrics.ts';
import { pinsOf } from './pins/pins.ts';

export const getUserAccount = apiRoute({
  method: 'GET',
  path: '/user_account',
  operation: 'getUserAccount',
  scopes: [scopes.account],
  query: {},
  handle: (call, { person }) => {
    const { store, clock } = call;
    const { id, followerCount: followersCount } = person;
    const pins = pinsOf(store, id);
    const recentPins = pins.filter(({ createdAt }) => createdAt > clock.now() - limits.monthMs);
    return json(200, {
      id,
      username: person.username,
      account_type: person.accountType,
      profile_image: `https://i.pinimg.com/600x600_R/${id}.jpg`,
      website_url: null,
      business_name: person.businessName,
      about: null,
      follower_count: followersOf(store, clock.now(), { platform: 'pinterest', id, followersCount }),
      following_count: 0,
      pin_count: pins.length,
      board_count: boardsOf(store, id).length,
      monthly_views: recentPins.reduce((sum, pin) => sum + statisticsOfPin(call, pin).impressions, 0),
    });
  },
});
