import type { Call } from '../../../core/platform.ts';
import type { Follower } from '../../../core/state/followers.ts';
import type { Reader } from '../../../core/state/store.ts';
import { missingObject, refuse } from '../../meta/errors.ts';
import { comments, followers } from '../comments.ts';
import { permissionError, type Caller } from '../graph-route.ts';
import { limits, scopes } from '../limits.ts';
import { messageErrors } from './message-errors.ts';
import { conversationsOf, listMessages, type Message } from './messages.ts';
import type { Person } from '../persons.ts';

export function requireCommenter(call: Call, reader: Reader, caller: Caller, commentId: string): Follower {
  const { person, token } = caller;
  if (!token.scopes.includes(scopes.comments)) refuse(call, permissionError(scopes.comments));
  const comment = comments.of(person.userId).get(reader, commentId) ?? refuse(call, missingObject(call, commentId));
  // The account cannot write to itself.
  const follower = followers.get(reader, comment.author.id) ?? refuse(call, messageErrors.unknownUser);
  const now = call.clock.now();
  if (comment.createdAt <= now - limits.privateReplyMs) refuse(call, messageErrors.windowClosed);
  const sent = privateRepliesOf(reader, person);
  if (sent.some((message) => message.commentId === comment.id)) refuse(call, messageErrors.alreadyReplied);
  const sentLastHour = sent.filter(({ createdAt }) => createdAt > now - limits.privateRepliesMs);
  if (sentLastHour.length >= limits.privateReplies) refuse(call, messageErrors.tooManyPrivateReplies);
  return follower;
}

const privateRepliesOf = (reader: Reader, { userId }: Person): Message[] =>
  conversationsOf(userId)
    .all(reader)
    .flatMap((conversation) => listMessages(reader, conversation))
    .filter(({ commentId }) => commentId !== undefined);
