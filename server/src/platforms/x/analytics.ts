import { Type } from 'typebox';
import type { MeasuredPost, Metrics, PostMetrics, ReadFollowers, Refusal } from '../adapter.ts';
import { countOf, metricsOf } from '../shared/counts.ts';
import { responseReader } from '../shared/response-reader.ts';
import type { XAccountCall, XCall } from './call.ts';
import { callX } from './client.ts';
import { toStepRefusal } from './errors.ts';

const Counts = Type.Record(Type.String(), Type.Unknown());
const readTweet = responseReader(
  Type.Object({
    id: Type.String({ pattern: '^[0-9]{1,19}$' }),
    public_metrics: Counts,
    non_public_metrics: Type.Optional(Counts),
  }),
);

const dayMs = 24 * 3_600_000;
/** X refuses the private metrics of posts older than 30 days; one day allows for clock differences. */
const privateMs = 29 * dayMs;

/** Clicks are private metrics. */
export const metrics: Metrics<XCall> = {
  postsMax: 100,
  read: async (call, posts) => {
    const since = call.clock.now().getTime() - privateMs;
    const recent = posts.filter(({ publishedAt }) => publishedAt.getTime() >= since);
    const older = posts.filter((post) => !recent.includes(post));
    const byPostId = new Map<string, PostMetrics>();
    for (const [group, fields] of [
      [recent, 'public_metrics,non_public_metrics'],
      [older, 'public_metrics'],
    ] as const) {
      const tweets = await readTweets(call, group, fields);
      if (tweets.kind !== 'tweets') return tweets;
      for (const tweet of tweets.tweets) byPostId.set(tweet.id, toMetrics(tweet));
    }
    return { kind: 'metrics', byPostId };
  },
};

async function readTweets(
  call: XAccountCall,
  posts: readonly MeasuredPost[],
  fields: string,
): Promise<{ kind: 'tweets'; tweets: Tweet[] } | Refusal> {
  if (posts.length === 0) return { kind: 'tweets', tweets: [] };
  const query = { ids: posts.map(({ id }) => id).join(','), 'tweet.fields': fields };
  const reply = await callX(call, { path: '/2/tweets', query });
  if (reply.kind !== 'ok') return toStepRefusal(reply);
  // Without `data`, X knows none of the posts.
  const { data = [] } = reply.json;
  if (!Array.isArray(data)) return { kind: 'notDone', reason: 'the list could not be parsed' };
  return { kind: 'tweets', tweets: data.map(readTweet).filter((tweet) => tweet !== undefined) };
}

type Tweet = NonNullable<ReturnType<typeof readTweet>>;

function toMetrics({ public_metrics: own, non_public_metrics: hidden }: Tweet): PostMetrics {
  const impressions = own['impression_count'];
  return metricsOf({
    impressions,
    views: impressions,
    likes: own['like_count'],
    comments: own['reply_count'],
    shares: countOf(own['repost_count'] ?? own['retweet_count']) + countOf(own['quote_count']),
    saves: own['bookmark_count'],
    clicks: hidden?.['url_link_clicks'],
  });
}

const readMe = responseReader(Type.Object({ data: Type.Object({ public_metrics: Counts }) }));

export const followers: ReadFollowers<XCall> = async (call) => {
  const reply = await callX(call, { path: '/2/users/me', query: { 'user.fields': 'public_metrics' } });
  if (reply.kind !== 'ok') return toStepRefusal(reply);
  const me = readMe(reply.json);
  if (me === undefined) return { kind: 'notDone', reason: 'the account could not be parsed' };
  return { kind: 'followers', count: countOf(me.data.public_metrics['followers_count']) };
};
