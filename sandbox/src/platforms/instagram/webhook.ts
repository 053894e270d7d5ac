import type { LinkButton } from '../../core/platform.ts';
import type { Tx } from '../../core/state/store.ts';
import { addEvent } from '../../core/webhooks/webhook-events.ts';
import { isSubscribed } from '../meta/subscriptions.ts';
import { metaJson, metaWebhook } from '../meta/webhook.ts';
import type { Media } from './media.ts';
import { app } from './oauth.ts';
import type { Person } from './persons.ts';

export const webhook = metaWebhook(app.clientSecret, 'sandbox-instagram-verify-token');

type WrittenComment = {
  readonly id: string;
  readonly text: string;
  readonly author: object;
  readonly parentId?: string;
  readonly createdAt: number;
};

export function addCommentEvent(
  tx: Tx,
  { userId }: Person,
  { comment, media }: { comment: WrittenComment; media: Media },
): void {
  const value = {
    id: comment.id,
    from: comment.author,
    text: comment.text,
    media: { id: media.id, media_product_type: media.productType },
    ...(comment.parentId !== undefined && { parent_id: comment.parentId }),
  };
  const entry = { id: userId, time: Math.floor(comment.createdAt / 1000), changes: [{ field: 'comments', value }] };
  add(tx, { userId, field: 'comments', id: comment.id, entry });
}

type WrittenMessage = {
  readonly id: string;
  readonly isFromAccount: boolean;
  readonly text?: string;
  readonly buttons?: readonly LinkButton[];
  readonly attachment?: { readonly type: string; readonly url: string };
  readonly story?: object;
  readonly createdAt: number;
};

/** The account's own messages are echoed. */
export function addMessageEvent(
  tx: Tx,
  { userId }: Person,
  { message, followerId }: { message: WrittenMessage; followerId: string },
): void {
  const { isFromAccount, text, story, createdAt } = message;
  const attachments = attachmentsOf(message);
  const [sender, recipient] = isFromAccount ? [userId, followerId] : [followerId, userId];
  const messaging = {
    sender: { id: sender },
    recipient: { id: recipient },
    timestamp: createdAt,
    message: {
      mid: message.id,
      ...(text !== undefined && { text }),
      ...(attachments.length > 0 && { attachments }),
      ...(story && { reply_to: { story } }),
      ...(isFromAccount && { is_echo: true }),
    },
  };
  add(tx, {
    userId,
    field: 'messages',
    id: message.id,
    entry: { id: userId, time: createdAt, messaging: [messaging] },
  });
}

/** Buttons and their text are a template. */
function attachmentsOf({ text, buttons, attachment }: WrittenMessage): object[] {
  if (attachment !== undefined) return [{ type: attachment.type, payload: { url: attachment.url } }];
  if (buttons === undefined) return [];
  const links = buttons.map((button) => ({ type: 'web_url', ...button }));
  return [{ type: 'template', payload: { template_type: 'button', text, buttons: links } }];
}

function add(tx: Tx, { userId, field, id, entry }: { userId: string; field: string; id: string; entry: object }): void {
  if (!isSubscribed(tx, 'instagram', userId, field)) return;
  addEvent(tx, {
    id: `instagram/${field}/${id}`,
    platform: 'instagram',
    body: metaJson({ object: 'instagram', entry: [entry] }),
  });
}
