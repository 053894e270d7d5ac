import type { Call } from '../../core/platform.ts';
import { followersOf } from '../../core/state/statistics.ts';
import { apiRoute, requireScope } from './api-route.ts';
import { refuseParameter } from './errors.ts';
import { scopes } from './limits.ts';
import { profileUrlOf, type Person } from './persons.ts';
import { visiblePosts } from './publications.ts';
import { statisticsOfPost } from './video-view.ts';

type Facts = {
  readonly person: Person;
  readonly videoCount: number;
  readonly likesCount: number;
  readonly followerCount: number;
};
type Field = { readonly scope: string; read(facts: Facts): unknown };

const face = ({ person }: Facts): string => `https://p16-sign.tiktokcdn.com/faces/${person.openId}.jpeg`;
const fields: Readonly<Record<string, Field>> = {
  open_id: { scope: scopes.basic, read: ({ person }) => person.openId },
  union_id: { scope: scopes.basic, read: ({ person }) => `union-${person.openId.slice(-12)}` },
  avatar_url: { scope: scopes.basic, read: face },
  display_name: { scope: scopes.basic, read: ({ person }) => person.displayName },
  username: { scope: scopes.profile, read: ({ person }) => person.username },
  profile_deep_link: { scope: scopes.profile, read: ({ person }) => profileUrlOf(person) },
  follower_count: { scope: scopes.stats, read: ({ followerCount }) => followerCount },
  following_count: { scope: scopes.stats, read: () => 0 },
  likes_count: { scope: scopes.stats, read: ({ likesCount }) => likesCount },
  video_count: { scope: scopes.stats, read: ({ videoCount }) => videoCount },
};

export const getUserInfo = apiRoute({
  method: 'GET',
  path: '/user/info/',
  operation: 'getUserInfo',
  scopes: [scopes.basic],
  rate: 'other',
  query: ['fields'],
  handle: (call, { person, token }) => {
    const requestedFields = (call.request.query.get('fields') ?? '').split(',').filter((name) => name !== '');
    if (requestedFields.length === 0) refuseParameter(call, 'Fields is required');
    const facts = factsOf(call, person);
    const user = requestedFields.map((name) => {
      const field = fields[name] ?? refuseParameter(call, `Invalid fields: ${name}`);
      requireScope(call, token, [field.scope]);
      return [name, field.read(facts)] as const;
    });
    return { user: Object.fromEntries(user) };
  },
});

function factsOf(call: Call, person: Person): Facts {
  const now = call.clock.now();
  const posts = visiblePosts(call.store, person, now);
  const { openId: id, followerCount: followersCount } = person;
  return {
    person,
    videoCount: posts.length,
    likesCount: posts.reduce((sum, post) => sum + statisticsOfPost(call, post).likes, 0),
    followerCount: followersOf(call.store, now, { platform: 'tiktok', id, followersCount }),
  };
}
