import { defined } from '../../../core/defined.ts';
import { ledger } from '../../../core/state/ledger.ts';
import type { Clock } from '../../../core/state/clock.ts';
import type { Random } from '../../../core/state/random.ts';
import { json } from '../../../core/wire/reply.ts';
import type { Tx } from '../../../core/state/store.ts';
import { apiRoute } from '../api-route.ts';
import { refuseForbidden } from '../errors.ts';
import { limits, scopes } from '../limits.ts';
import { tweetUrlOf, type Person } from '../persons.ts';
import { snowflake } from '../snowflake.ts';
import { checkParent, quotedUrl, readTweetBody, requireMedia, type TweetBody } from './tweet-body.ts';
import { tweets, tweetsOf, type Tweet } from './tweets.ts';
import { mediaKeyOf, type Upload } from '../uploads.ts';
import { wireTextOf } from './wire-text.ts';

export const createTweet = apiRoute({
  method: 'POST',
  path: '/tweets',
  operation: 'createTweet',
  scopes: [scopes.read, scopes.write, scopes.users],
  rate: 'createTweet',
  query: {},
  handle: (call, person) => {
    const body = readTweetBody(call, person);
    const media = requireMedia(call, person, body.mediaIds);
    const tweet = call.commit((tx) => {
      checkParent(tx, person, body.replyTo);
      checkTwin(tx, person, { body, now: call.clock.now() });
      const tweet = toTweet(call, tx, { person, body, media });
      tweets.put(tx, tweet.id, tweet);
      addToLedger(tx, person, { tweet, media });
      return tweet;
    });
    const history = person.usesNewNames ? 'edit_history_post_ids' : 'edit_history_tweet_ids';
    return json(201, { data: { id: tweet.id, text: tweet.wireText, [history]: [tweet.id] } });
  },
});

/** Media make a duplicate impossible, because each upload adds its own URL to the text. */
function checkTwin(tx: Tx, person: Person, { body, now }: { body: TweetBody; now: number }): void {
  if (body.mediaIds.length > 0) return;
  const twin = tweetsOf(tx, person.id).find(
    ({ text, mediaIds, replyTo, quotes, createdAt }) =>
      text.trim() === body.text.trim() &&
      mediaIds.length === 0 &&
      replyTo === body.replyTo &&
      quotes === body.quotes &&
      createdAt > now - limits.duplicateMs,
  );
  if (twin !== undefined) refuseForbidden('You are not allowed to create a Tweet with duplicate content.');
}

type Tools = { readonly clock: Pick<Clock, 'now'>; readonly random: Random };
type TweetInput = { readonly person: Person; readonly body: TweetBody; readonly media: readonly Upload[] };

export function toTweet(tools: Tools, tx: Tx, { person, body, media }: TweetInput): Tweet {
  const id = snowflake(tools);
  const quoted = quotedUrl(tx, body.quotes);
  const shown = media.map((upload) => ({
    expandedUrl: `${tweetUrlOf(person, id)}/${upload.category === 'tweet_image' ? 'photo' : 'video'}/1`,
    mediaKey: mediaKeyOf(upload),
  }));
  // All images of a post share one URL.
  const appended = [...(quoted === undefined ? [] : [{ expandedUrl: quoted }]), ...shown.slice(0, 1)];
  const { text: wireText, links } = wireTextOf(tools.random, body.text, appended);
  const { replyTo, quotes, replySettings } = body;
  return {
    id,
    authorId: person.id,
    text: body.text,
    wireText,
    links,
    mediaIds: body.mediaIds,
    conversationId: (replyTo === undefined ? undefined : tweets.get(tx, replyTo)?.conversationId) ?? id,
    createdAt: tools.clock.now(),
    isDeleted: false,
    ...defined({ replyTo, quotes, replySettings }),
  };
}

export function addToLedger(
  tx: Tx,
  person: Person,
  { tweet, media }: { tweet: Tweet; media: readonly Upload[] },
): void {
  ledger.add(tx, {
    platform: 'x',
    account: person.username,
    accountId: person.id,
    id: tweet.id,
    url: tweetUrlOf(person, tweet.id),
    text: tweet.text,
    media: media.flatMap(({ file }) => file ?? []),
    parentId: tweet.replyTo ?? null,
    createdAt: new Date(tweet.createdAt).toISOString(),
    deletedAt: null,
  });
}
