import assert from 'node:assert/strict';
import type { AccountCall, FollowUpPosition, Post, PublishState } from '../../src/platforms/adapter.ts';
import { bluesky } from '../../src/platforms/bluesky/index.ts';
import { jpegOf } from '../conformance/media-files.ts';
import type { Check } from './checks.ts';
import { expectOk } from './bluesky-fixture.ts';
import { assertPublished, begin, mediaOf, postOf, ready } from './publish-steps.ts';

const { publish } = bluesky;

export const threadChecks: Check[] = [
  {
    name: 'each item of a thread replies to the one before it',
    run: async (fixture) => {
      const { call, person } = await begin(fixture, 'tess');
      const thread = [
        { text: 'Two', media: [mediaOf('image/jpeg', jpegOf('two'))] },
        { text: 'Three', media: [] },
      ];
      const post = postOf('One', { thread });
      const publishState = await ready(fixture, call, post);
      const first = await publish.send(call, post, publishState);
      assertPublished(call, publishState, first);
      const ids = [first.id];
      const { followUps } = publish;
      for (const [index, name] of (followUps?.list(post) ?? []).entries()) {
        const position = { name, index, postId: first.id, previousId: ids[index] ?? '' };
        const itemState = await readyItem(call, post, position);
        const outcome = await followUps?.send(call, post, position, itemState);
        assertPublished(call, itemState, outcome);
        ids.push(outcome.id);
        const { value } = expectOk(await fixture.record(person.did, itemState));
        assert.deepEqual([value.reply.root.uri, value.reply.parent.uri], [ids[0], ids[index]]);
      }
      assert.equal(ids.length, 3);
    },
  },
];

async function readyItem(call: AccountCall, post: Post, position: FollowUpPosition): Promise<PublishState> {
  for (let publishState: PublishState | undefined; ;) {
    const step = await publish.followUps?.prepare?.(call, post, position, publishState);
    if (step?.kind === 'ready') return step.publishState;
    assert.ok(step?.kind === 'again', JSON.stringify(step));
    publishState = step.publishState;
  }
}
