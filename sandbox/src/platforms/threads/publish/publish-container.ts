import { defined } from '../../../core/defined.ts';
import type { Call } from '../../../core/platform.ts';
import type { Tx } from '../../../core/state/store.ts';
import { statusOf } from '../../meta/containers.ts';
import { refuse, refuseParameter } from '../../meta/errors.ts';
import { containersOf, type Container } from './containers.ts';
import { requireUnrestricted } from './create-container.ts';
import { graphRoute } from '../graph-route.ts';
import { scopes } from '../limits.ts';
import type { Person } from '../persons.ts';
import { addPost, newPostId, requirePost, type Post } from '../posts.ts';
import { publishErrors } from './publish-errors.ts';
import { requireQuota } from './quota.ts';

export const publishContainer = graphRoute({
  method: 'POST',
  path: '/{account}/threads_publish',
  operation: 'publishContainer',
  scope: scopes.publish,
  parameters: { creation_id: 'id!' },
  handle: (call, { person }, { creation_id }) => {
    requireUnrestricted(call, person);
    return call.commit((tx) => {
      const container = publishable(call, tx, person, creation_id);
      if (container.replyToId !== undefined) requirePost(call, tx, container.replyToId);
      requireQuota(call, tx, person, container.replyToId === undefined ? 'posts' : 'replies');
      const post = toPost(call, person, container);
      containersOf(person.userId).put(tx, container.id, { ...container, publishedAs: post.id });
      addPost(tx, person.username, post);
      return { id: post.id };
    });
  },
});

/** Threads has one error for containers that are missing, not ready, published or expired. */
function publishable(call: Call, tx: Tx, { userId }: Person, id: string): Container {
  const container = containersOf(userId).get(tx, id) ?? refuse(call, publishErrors.notFound(id));
  if (container.kind === 'item') {
    refuseParameter(call, 'Invalid parameter', 'An item of a carousel cannot be published on its own.');
  }
  if (statusOf(container, call.clock.now()) !== 'FINISHED') refuse(call, publishErrors.notFound(id));
  return container;
}

const mediaTypes = {
  text: 'TEXT_POST',
  image: 'IMAGE',
  video: 'VIDEO',
  carousel: 'CAROUSEL_ALBUM',
  item: 'IMAGE',
} as const;

function toPost(call: Call, { userId }: Person, container: Container): Post {
  const { kind, files, text, replyControl, altText, link, topic, replyToId } = container;
  const newId = (): string => newPostId(call.random);
  return {
    id: newId(),
    ownerId: userId,
    mediaType: mediaTypes[kind],
    shortcode: `D${call.random.text(10)}`,
    text,
    replyControl,
    files,
    childIds: kind === 'carousel' ? files.map(newId) : [],
    publishedAt: call.clock.now(),
    ...defined({ altText, link, topic, replyToId }),
  };
}
