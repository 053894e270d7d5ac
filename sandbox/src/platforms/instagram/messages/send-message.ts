import { defined } from '../../../core/defined.ts';
import type { Call } from '../../../core/platform.ts';
import type { Follower } from '../../../core/state/followers.ts';
import type { Reader } from '../../../core/state/store.ts';
import { refuse, refuseParameter } from '../../meta/errors.ts';
import { followers } from '../comments.ts';
import { graphRoute, type Caller } from '../graph-route.ts';
import { scopes } from '../limits.ts';
import { readContent, readObject, requireFetchable } from './message-content.ts';
import { messageErrors } from './message-errors.ts';
import { addMessage, conversationWith, isWindowOpen } from './messages.ts';
import { requireCommenter } from './private-replies.ts';

export const sendMessage = graphRoute({
  method: 'POST',
  path: '/{account}/messages',
  operation: 'sendMessage',
  scope: scopes.messages,
  parameters: { recipient: 'object!', message: 'object!' },
  handle: async (call, caller, { recipient, message }) => {
    const { id, commentId } = readRecipient(call, recipient);
    const content = readContent(call, caller.person, message);
    if (content.attachment !== undefined) await requireFetchable(call, content.attachment);
    return call.commit((tx) => {
      const follower =
        commentId === undefined ? requireOpen(call, tx, caller, id) : requireCommenter(call, tx, caller, commentId);
      const { id: messageId } = addMessage(tx, caller.person, {
        ...content,
        ...defined({ commentId }),
        follower,
        isFromAccount: true,
        createdAt: call.clock.now(),
        random: call.random,
      });
      return { recipient_id: follower.id, message_id: messageId };
    });
  },
});

type Recipient = { id: string; commentId?: undefined } | { id?: undefined; commentId: string };

function readRecipient(call: Call, recipient: object): Recipient {
  const { id, comment_id: commentId } = readObject(call, 'recipient', recipient, { id: 'id', comment_id: 'id' });
  if (id !== undefined && commentId === undefined) return { id };
  if (id === undefined && commentId !== undefined) return { commentId };
  return refuseParameter(call, 'Invalid parameter', 'Exactly one of id and comment_id must be set.');
}

function requireOpen(call: Call, reader: Reader, { person }: Caller, followerId: string): Follower {
  const follower = followers.get(reader, followerId) ?? refuse(call, messageErrors.unknownUser);
  const conversation = conversationWith(reader, person, followerId);
  const isOpen = conversation !== undefined && isWindowOpen(reader, conversation, call.clock.now());
  return isOpen ? follower : refuse(call, messageErrors.windowClosed);
}
