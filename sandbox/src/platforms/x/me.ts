import { followersOf } from '../../core/state/statistics.ts';
import { json } from '../../core/wire/reply.ts';
import { apiRoute, readNames } from './api-route.ts';
import { scopes } from './limits.ts';
import type { Person } from './persons.ts';
import { tweetsOf } from './tweets/tweets.ts';

type Facts = { readonly person: Person; readonly tweetCount: number; readonly followersCount: number };

const fields = {
  id: ({ person }: Facts) => person.id,
  name: ({ person }: Facts) => person.displayName,
  username: ({ person }: Facts) => person.username,
  profile_image_url: ({ person }: Facts) => `https://pbs.twimg.com/profile_images/${person.id}/face_normal.jpg`,
  verified: ({ person }: Facts) => person.isPremium,
  verified_type: ({ person }: Facts) => (person.isPremium ? 'blue' : 'none'),
  subscription_type: ({ person }: Facts) => (person.isPremium ? 'Premium' : 'None'),
  protected: () => false,
  public_metrics: ({ person, tweetCount, followersCount }: Facts) => ({
    followers_count: followersCount,
    following_count: 0,
    [person.usesNewNames ? 'post_count' : 'tweet_count']: tweetCount,
    listed_count: 0,
  }),
};

type FieldName = keyof typeof fields;
const names = Object.keys(fields) as FieldName[];
const always: readonly FieldName[] = ['id', 'name', 'username'];

export const getMe = apiRoute({
  method: 'GET',
  path: '/users/me',
  operation: 'getMe',
  scopes: [scopes.read, scopes.users],
  rate: 'me',
  query: { 'user.fields': 'string' },
  handle: (call, person, query) => {
    const requestedFields = readNames('user.fields', query['user.fields'], names);
    const shown = names.filter((name) => always.includes(name) || requestedFields.includes(name));
    const { store, clock } = call;
    const followersCount = followersOf(store, clock.now(), { ...person, platform: 'x' });
    const own = { person, tweetCount: tweetsOf(store, person.id).length, followersCount };
    return json(200, { data: Object.fromEntries(shown.map((name) => [name, fields[name](own)])) });
  },
});
