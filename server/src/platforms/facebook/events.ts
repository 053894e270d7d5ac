import { isJsonObject } from '../../kernel/text/json.ts';
import type { PlatformEvent, PlatformEvents } from '../adapter.ts';
import { idText, metaEvents, readChanges, type Change } from '../meta/events.ts';
import { platformText } from '../shared/platform-text.ts';
import type { FacebookCall } from './call.ts';
import { toStepRefusal } from './errors.ts';
import { subscribeScope } from './scopes.ts';

const textMax = 10_000;

export const events: PlatformEvents<FacebookCall> = {
  ...metaEvents({
    fieldsOf: ({ account }) => (account.grantedScopes.includes(subscribeScope) ? ['feed'] : []),
    outcomes: { toStepRefusal },
    scopes: [subscribeScope],
  }),
  read: (body) => readChanges(body, 'page', toEvents),
};

/** Only new comments are complete in their event; other changes must be read from Facebook. */
function toEvents({ providerAccountId, at, field, value }: Change): PlatformEvent[] {
  const [postId, commentId] = [idText(value['post_id']), idText(value['comment_id'])];
  if (field !== 'feed' || value['item'] !== 'comment' || postId === undefined || commentId === undefined) return [];
  const common = { providerAccountId, postId };
  if (value['verb'] !== 'add' || !isJsonObject(value['from']))
    return [{ kind: 'commentChanged', ...common, commentId }];
  const [authorId, parent] = [idText(value['from']['id']), idText(value['parent_id'])];
  const isOwner = authorId === providerAccountId;
  const comment = {
    id: commentId,
    parentId: parent === postId ? undefined : parent,
    text: platformText(value['message'], textMax) ?? '',
    createdAt: createdAtOf(value['created_time'], at),
    author: {
      ...{ id: authorId, name: platformText(value['from']['name'], 200), username: undefined },
      ...{ pictureUrl: undefined, isOwner },
    },
    ...{ likeCount: undefined, replyCount: undefined, url: undefined, isHidden: false },
    // A Page may hide and delete what visitors wrote.
    ...{ canReply: true, canHide: !isOwner, canDelete: true, replies: [], hasMoreReplies: false },
  };
  return [{ kind: 'comment', ...common, comment }];
}

function createdAtOf(seconds: unknown, fallback: Date): Date {
  const createdAt = new Date(Number(seconds) * 1000);
  return Number.isNaN(createdAt.getTime()) ? fallback : createdAt;
}
