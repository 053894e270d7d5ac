import { json } from '../../../core/wire/reply.ts';
import { apiRoute, readId } from '../api-route.ts';
import { refuseRequest } from '../errors.ts';
import { limits, scopes } from '../limits.ts';
import { fieldsOf, includes } from './list-tweets.ts';
import type { Person } from '../persons.ts';
import { tweetData, type TweetField } from './tweet-fields.ts';
import { tweets, type Tweet } from './tweets.ts';

/** Reports errors beside the posts that exist. */
export const getTweets = apiRoute({
  method: 'GET',
  path: '/tweets',
  operation: 'getTweets',
  scopes: [scopes.read, scopes.users],
  rate: 'getTweets',
  query: {
    ids: 'string!',
    'tweet.fields': 'string',
    'post.fields': 'string',
    expansions: 'string',
    'media.fields': 'string',
  },
  handle: (call, person, query) => {
    const ids = query.ids.split(',').map((id) => readId(id, 'ids'));
    if (ids.length > limits.idsMax) {
      refuseRequest(
        `The number of values in the \`ids\` query parameter list [${ids.length}] is not between 1 and 100`,
      );
    }
    const requestedFields = fieldsOf(query);
    const own = ids.map((id) => ownTweet(tweets.get(call.store, id), person));
    const now = call.clock.now();
    const isTooOld = (tweet: Tweet): boolean =>
      isPrivate(requestedFields) && tweet.createdAt < now - limits.privateMetricsMs;
    const readable = own.filter((tweet) => tweet !== undefined).filter((tweet) => !isTooOld(tweet));
    const data = readable.map((tweet) => tweetData({ tweet, person, reader: call.store, now }, requestedFields));
    const errors = ids.flatMap((id, index) => {
      const tweet = own[index];
      if (tweet === undefined) return [notFound(id)];
      return isTooOld(tweet) ? [unauthorizedField(id)] : [];
    });
    return json(200, {
      ...(data.length > 0 && { data }),
      ...includes(call, readable, query),
      ...(errors.length > 0 && { errors }),
    });
  },
});

const isPrivate = (fields: readonly TweetField[]): boolean => fields.includes('non_public_metrics');

function ownTweet(tweet: Tweet | undefined, person: Person): Tweet | undefined {
  return tweet?.authorId === person.id && !tweet.isDeleted ? tweet : undefined;
}

const notFound = (id: string): object => ({
  value: id,
  detail: `Could not find tweet with ids: [${id}].`,
  title: 'Not Found Error',
  resource_type: 'tweet',
  parameter: 'ids',
  resource_id: id,
  type: 'https://api.twitter.com/2/problems/resource-not-found',
});

const unauthorizedField = (id: string): object => ({
  resource_id: id,
  resource_type: 'tweet',
  field: 'non_public_metrics',
  title: 'Field Authorization Error',
  detail: `Sorry, you are not authorized to access 'non_public_metrics' on the Tweet with id : [${id}].`,
  type: 'https://api.twitter.com/2/problems/not-authorized-for-field',
});
