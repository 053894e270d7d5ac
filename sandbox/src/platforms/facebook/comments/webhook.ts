import type { Tx } from '../../../core/state/store.ts';
import { addEvent } from '../../../core/webhooks/webhook-events.ts';
import { isSubscribed } from '../../meta/subscriptions.ts';
import { metaJson, metaWebhook } from '../../meta/webhook.ts';
import { app } from '../oauth.ts';
import type { Page } from '../pages.ts';
import type { Published } from '../posts.ts';

export const webhook = metaWebhook(app.clientSecret, 'sandbox-facebook-verify-token');

type CommentEvent = {
  readonly comment: {
    readonly id: string;
    readonly objectId: string;
    readonly parentId?: string;
    readonly message: string;
    readonly author: object;
    readonly createdAt: number;
  };
  /** Undefined if deleted. */
  readonly published: Published | undefined;
  readonly verb: 'add' | 'hide' | 'unhide' | 'remove';
  readonly at: number;
};

const seconds = (ms: number): number => Math.floor(ms / 1000);

export function addFeedEvent(tx: Tx, page: Page, { comment, published, verb, at }: CommentEvent): void {
  if (!isSubscribed(tx, 'facebook', page.id, 'feed')) return;
  const postId = postIdOf(page, published) ?? comment.objectId;
  const value = {
    item: 'comment',
    verb,
    comment_id: comment.id,
    post_id: postId,
    parent_id: comment.parentId ?? postId,
    from: comment.author,
    ...(verb !== 'remove' && { message: comment.message }),
    created_time: seconds(comment.createdAt),
  };
  const entry = { id: page.id, time: seconds(at), changes: [{ field: 'feed', value }] };
  addEvent(tx, {
    // A comment may be hidden again before the first event is sent.
    id: `facebook/feed/${comment.id}/${verb}/${at}`,
    platform: 'facebook',
    body: metaJson({ object: 'page', entry: [entry] }),
  });
}

/** A reel is named by its post. */
function postIdOf(page: Page, published: Published | undefined): string | undefined {
  if (published?.kind !== 'video') return published?.id;
  return `${page.id}_${published.video.postId ?? published.id}`;
}
