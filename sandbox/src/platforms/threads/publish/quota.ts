import type { Call } from '../../../core/platform.ts';
import type { Reader } from '../../../core/state/store.ts';
import { refuse, refuseParameter } from '../../meta/errors.ts';
import { graphRoute } from '../graph-route.ts';
import { limits, scopes } from '../limits.ts';
import type { Person } from '../persons.ts';
import { ownPosts, type Post } from '../posts.ts';
import { publishErrors } from './publish-errors.ts';

export type Quota = 'posts' | 'replies' | 'deletes';

const totalOf = (person: Person, quota: Quota): number =>
  ({ posts: person.quotaTotal, replies: person.replyQuotaTotal, deletes: person.deleteQuotaTotal })[quota];

/** Deleted posts count too; posts from the Threads app do not. */
const instantOf: Readonly<Record<Quota, (post: Post) => number | undefined>> = {
  posts: (post) => (post.replyToId === undefined && post.isNative !== true ? post.publishedAt : undefined),
  replies: (post) => (post.replyToId === undefined ? undefined : post.publishedAt),
  deletes: (post) => post.deletedAt,
};

function usageOf(call: Call, reader: Reader, person: Person, quota: Quota): number {
  const since = call.clock.now() - limits.quotaMs;
  return ownPosts(reader, person).filter((post) => (instantOf[quota](post) ?? -Infinity) > since).length;
}

export function requireQuota(call: Call, reader: Reader, person: Person, quota: Quota): void {
  if (usageOf(call, reader, person, quota) >= totalOf(person, quota)) refuse(call, publishErrors.quotaReached(quota));
}

export const getPublishingLimit = graphRoute({
  method: 'GET',
  path: '/{account}/threads_publishing_limit',
  operation: 'getPublishingLimit',
  scope: scopes.publish,
  parameters: { fields: 'string' },
  handle: (call, { person }, { fields = 'quota_usage,config' }) => {
    const usage = (quota: Quota) => usageOf(call, call.store, person, quota);
    const config = (quota: Quota) => ({
      quota_total: totalOf(person, quota),
      quota_duration: limits.quotaMs / 1000,
    });
    const known: Readonly<Record<string, unknown>> = {
      quota_usage: usage('posts'),
      config: config('posts'),
      reply_quota_usage: usage('replies'),
      reply_config: config('replies'),
      delete_quota_usage: usage('deletes'),
      delete_config: config('deletes'),
    };
    const names = fields.split(',').map((name) => name.trim());
    const unknown = names.find((name) => !Object.hasOwn(known, name));
    if (unknown !== undefined) {
      refuseParameter(call, `Tried accessing nonexisting field (${unknown}) on node type (ThreadsPublishingLimit)`);
    }
    return { data: [Object.fromEntries(names.map((name) => [name, known[name]]))] };
  },
});
