import type { Call } from '../../../core/platform.ts';
import { json } from '../../../core/wire/reply.ts';
import { apiRoute, readId, readNames } from '../api-route.ts';
import { refuseRequest } from '../errors.ts';
import { limits, scopes } from '../limits.ts';
import { persons, type Person } from '../persons.ts';
import { mediaData, mediaFields, mediaOf, tweetData, tweetFields, type TweetField } from './tweet-fields.ts';
import { tweetsOf, type Tweet } from './tweets.ts';

const lagMs = 60_000;

const shape = {
  max_results: 'integer',
  pagination_token: 'string',
  start_time: 'string',
  end_time: 'string',
  since_id: 'string',
  until_id: 'string',
  exclude: 'string',
  'tweet.fields': 'string',
  'post.fields': 'string',
  expansions: 'string',
  'media.fields': 'string',
} as const;

export const listTweets = apiRoute({
  method: 'GET',
  path: '/users/{id}/tweets',
  operation: 'listTweets',
  scopes: [scopes.read, scopes.users],
  rate: 'listTweets',
  query: shape,
  handle: (call, _caller, query) => {
    const author = requireAuthor(call);
    const count = query.max_results ?? limits.listDefault;
    if (count < limits.listMin || count > limits.listMax) {
      const message = `The \`max_results\` query parameter value [${count}] is not between ${limits.listMin} and ${limits.listMax}`;
      refuseRequest(message, { max_results: [String(count)] });
    }
    const start = offsetOf(query.pagination_token);
    const tweets = visible(call, author).filter(matching(query));
    const requestedFields = fieldsOf(query);
    const page = tweets.slice(start, start + count);
    const hasMore = tweets.length > start + count;
    return json(200, {
      ...(page.length > 0 && {
        data: page.map((tweet) =>
          tweetData({ tweet, person: author, reader: call.store, now: call.clock.now() }, requestedFields),
        ),
      }),
      ...includes(call, page, query),
      meta: meta(page, {
        ...(hasMore && { next_token: tokenOf(start + count) }),
        ...(start > 0 && { previous_token: tokenOf(Math.max(0, start - count)) }),
      }),
    });
  },
});

function requireAuthor({ store, request }: Call): Person {
  const id = readId(request.params['id'], 'id');
  return persons.get(store, id) ?? refuseRequest(`The \`id\` query parameter value [${id}] is not valid`, { id: [id] });
}

function visible(call: Call, author: Person): Tweet[] {
  const lag = call.takeFault('listLag');
  const until = lag === undefined ? Infinity : call.clock.now() - (lag.value ?? lagMs);
  return tweetsOf(call.store, author.id)
    .filter((tweet) => tweet.createdAt <= until)
    .sort((one, other) => (BigInt(one.id) < BigInt(other.id) ? 1 : -1));
}

type Query = { readonly [Name in keyof typeof shape]?: string | number | undefined };

function matching(query: Query): (tweet: Tweet) => boolean {
  const excluded = readNames('exclude', text(query.exclude), ['replies', 'retweets']);
  const from = instantOf('start_time', query.start_time) ?? -Infinity;
  const to = instantOf('end_time', query.end_time) ?? Infinity;
  const after = query.since_id === undefined ? 0n : BigInt(readId(query.since_id, 'since_id'));
  const before = query.until_id === undefined ? 1n << 64n : BigInt(readId(query.until_id, 'until_id'));
  return ({ id, createdAt, replyTo }) =>
    createdAt >= from &&
    createdAt < to &&
    BigInt(id) > after &&
    BigInt(id) < before &&
    !(replyTo !== undefined && excluded.includes('replies'));
}

const text = (value: string | number | undefined): string | undefined =>
  value === undefined ? undefined : String(value);

function instantOf(name: string, value: string | number | undefined): number | undefined {
  if (value === undefined) return undefined;
  const isRight = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d{1,3})?Z$/.test(String(value));
  const instant = isRight ? Date.parse(String(value)) : NaN;
  if (!Number.isNaN(instant)) return instant;
  const message = `The \`${name}\` query parameter value [${value}] is not a valid RFC3339 date-time`;
  return refuseRequest(message, { [name]: [String(value)] });
}

const tokenOf = (start: number): string => `7140dibdnow9c7btw${start.toString(36).padStart(4, '0')}`;

function offsetOf(token: string | undefined): number {
  if (token === undefined) return 0;
  const digits = /^7140dibdnow9c7btw([0-9a-z]{4})$/.exec(token)?.[1];
  if (digits !== undefined) return Number.parseInt(digits, 36);
  const message = `The \`pagination_token\` query parameter value [${token}] is not valid`;
  return refuseRequest(message, { pagination_token: [token] });
}

export const fieldsOf = (query: Query): TweetField[] => [
  ...readNames('tweet.fields', text(query['tweet.fields']), tweetFields),
  ...readNames('post.fields', text(query['post.fields']), tweetFields),
];

export function includes(call: Call, page: readonly Tweet[], query: Query): object {
  const expansions = readNames('expansions', text(query.expansions), ['attachments.media_keys']);
  const requestedFields = readNames('media.fields', text(query['media.fields']), mediaFields);
  const media = page.flatMap((tweet) => mediaOf(call.store, tweet)).map((upload) => mediaData(upload, requestedFields));
  return expansions.length === 0 || media.length === 0 ? {} : { includes: { media } };
}

function meta(page: readonly Tweet[], tokens: object): object {
  const ends = page.length === 0 ? {} : { newest_id: page[0]?.id, oldest_id: page.at(-1)?.id };
  return { result_count: page.length, ...ends, ...tokens };
}
