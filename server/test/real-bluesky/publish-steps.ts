import assert from 'node:assert/strict';
import type { AccountCall, Media, Outcome, Post, PublishState, Settled } from '../../src/platforms/adapter.ts';
import { bluesky } from '../../src/platforms/bluesky/index.ts';
import { finalOf, type BlueskyFixture } from './bluesky-fixture.ts';

const { publish } = bluesky;

export async function begin(fixture: BlueskyFixture, name: string) {
  const person = await fixture.newPerson(name);
  const account = await fixture.signIn(person);
  fixture.seen.length = 0;
  return { person, account, call: fixture.as(account) };
}

export function postOf(text: string, more: Partial<Post> = {}): Post {
  return { text, title: '', media: [], tags: [], thread: [], settings: {}, ...more };
}

export function mediaOf(contentType: string, bytes: Buffer): Media {
  return {
    type: 'image',
    contentType,
    sizeBytes: bytes.length,
    width: 400,
    height: 400,
    url: 'https://herald.example/file',
    open: async function* () {
      yield await Promise.resolve(bytes);
    },
  };
}

export async function ready(fixture: BlueskyFixture, call: AccountCall, post: Post): Promise<PublishState> {
  const step = await fixture.prepare(call, post);
  assert.ok(step.kind === 'ready', JSON.stringify(step));
  return step.publishState;
}

export const settle = (call: AccountCall, publishState: PublishState): Promise<Settled> =>
  publish.settle(call, postOf(''), { publishState, sentAt: new Date() });

export function assertPublished(
  { account }: AccountCall,
  publishState: PublishState,
  outcome: Outcome | undefined,
): asserts outcome is Extract<Outcome, { kind: 'published' }> {
  const { key } = finalOf(publishState);
  assert.deepEqual(outcome, {
    kind: 'published',
    id: `at://${account.providerAccountId}/app.bsky.feed.post/${key}`,
    url: `https://bsky.app/profile/${account.username}/post/${key}`,
  });
}
