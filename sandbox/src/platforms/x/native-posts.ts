import { FactsError, type AccountTools, type NativePost } from '../../core/platform.ts';
import type { LedgerMedia } from '../../core/state/ledger.ts';
import { addToLedger, toTweet } from './tweets/create-tweet.ts';
import { persons, tweetUrlOf } from './persons.ts';
import { snowflake } from './snowflake.ts';
import { tweets } from './tweets/tweets.ts';
import { uploads, type Category, type Upload } from './uploads.ts';

export function addPost({ tx, random }: AccountTools, native: NativePost): { id: string; url: string } {
  const { account, text, createdAt } = native;
  const person = persons.get(tx, account) ?? persons.named(tx, account);
  if (person === undefined) throw new FactsError(`x has no account ${account}`);
  const tools = { random, clock: { now: () => createdAt } };
  const media = native.media.map(({ file }): Upload => {
    const upload = {
      id: snowflake(tools),
      ownerId: person.id,
      category: categoryOf[file.type],
      file,
      doneAt: createdAt,
    };
    return { ...upload, expiresAt: createdAt, totalBytes: file.sizeBytes, segments: {} };
  });
  for (const upload of media) uploads.put(tx, upload.id, upload);
  const mediaIds = media.map(({ id }) => id);
  const body = { text, mediaIds, replyTo: undefined, quotes: undefined, replySettings: undefined };
  const tweet = toTweet(tools, tx, { person, body, media });
  tweets.put(tx, tweet.id, tweet);
  addToLedger(tx, person, { tweet, media });
  return { id: tweet.id, url: tweetUrlOf(person, tweet.id) };
}

const categoryOf: Readonly<Record<LedgerMedia['type'], Category>> = {
  image: 'tweet_image',
  gif: 'tweet_gif',
  video: 'tweet_video',
  document: 'tweet_image',
};
