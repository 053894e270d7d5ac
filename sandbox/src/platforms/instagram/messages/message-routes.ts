import type { Call } from '../../../core/platform.ts';
import { missingObject, refuse, refuseParameter } from '../../meta/errors.ts';
import { readNode } from '../../meta/fields.ts';
import { pageOf, pageParameters } from '../../meta/paging.ts';
import { followers } from '../comments.ts';
import { graphRoute } from '../graph-route.ts';
import { scopes } from '../limits.ts';
import { messageErrors } from './message-errors.ts';
import {
  canRead,
  conversationNode,
  conversationPrefix,
  conversationsOf,
  hasWritten,
  listConversations as conversations,
  listMessages as messagesOf,
  messageNode,
  messagePrefix,
  type Conversation,
  type Message,
} from './messages.ts';
import type { Person } from '../persons.ts';

const common = { scope: scopes.messages } as const;
const listAllowance = { perSecond: 2, burst: 2 };

export const listConversations = graphRoute({
  ...common,
  method: 'GET',
  path: '/{account}/conversations',
  operation: 'listConversations',
  parameters: { ...pageParameters, platform: 'string!', user_id: 'id' },
  handle: (call, { person, token }, { platform, user_id: userId, ...page }) => {
    if (platform !== 'instagram') refuseParameter(call, 'Param platform must be instagram');
    spendList(call, person);
    const all = conversations(call.store, person, call.clock.now());
    const shown = userId === undefined ? all : all.filter(({ followerId }) => followerId === userId);
    const toNode = (conversation: Conversation) => conversationNode(call.store, person, conversation);
    return pageOf(call, { shown, tokenText: token.text, toNode }, page);
  },
});

export const getConversation = graphRoute({
  ...common,
  method: 'GET',
  path: `/${conversationPrefix}{conversation}`,
  operation: 'getConversation',
  parameters: { fields: 'string' },
  handle: (call, { person }, { fields }) =>
    readNode(call, conversationNode(call.store, person, requireConversation(call, person)), fields),
});

export const listMessages = graphRoute({
  ...common,
  method: 'GET',
  path: `/${conversationPrefix}{conversation}/messages`,
  operation: 'listMessages',
  parameters: pageParameters,
  handle: (call, { person, token }, page) => {
    const conversation = requireConversation(call, person);
    const toNode = (message: Message) => messageNode(call.store, person, conversation, message);
    return pageOf(call, { shown: messagesOf(call.store, conversation), tokenText: token.text, toNode }, page);
  },
});

/** Instagram reports older messages than the newest twenty of a thread as deleted. */
export const getMessage = graphRoute({
  ...common,
  method: 'GET',
  path: `/${messagePrefix}{message}`,
  operation: 'getMessage',
  parameters: { fields: 'string' },
  handle: (call, { person }, { fields }) => {
    const id = `${messagePrefix}${call.request.params['message'] ?? ''}`;
    for (const conversation of conversationsOf(person.userId).all(call.store)) {
      const message = messagesOf(call.store, conversation).find((each) => each.id === id);
      if (message === undefined) continue;
      if (!canRead(call.store, conversation, message)) refuse(call, messageErrors.deleted);
      return readNode(call, messageNode(call.store, person, conversation, message), fields);
    }
    return refuse(call, missingObject(call, id));
  },
});

export const getFollower = graphRoute({
  ...common,
  method: 'GET',
  path: '/7{follower}',
  operation: 'getFollower',
  parameters: { fields: 'string' },
  handle: (call, { person }, { fields }) => {
    const id = `7${call.request.params['follower'] ?? ''}`;
    const follower = followers.get(call.store, id) ?? refuse(call, messageErrors.unknownUser);
    // People are revealed only after they wrote to the account.
    if (!hasWritten(call.store, person, id)) refuse(call, messageErrors.consentNeeded);
    const values = {
      id,
      name: follower.name,
      username: follower.username,
      profile_pic: `https://scontent.cdninstagram.com/v/${id}.jpg`,
      follower_count: 12,
      is_verified_user: false,
      is_user_follow_business: true,
      is_business_follow_user: false,
    };
    return readNode(call, { type: 'InstagramUser', values }, fields);
  },
});

/** Two calls per second and account. */
function spendList(call: Call, { userId }: Person): void {
  const key = `instagram:conversations:${userId}`;
  if (call.throttle.waitMs(key, listAllowance) > 0) refuse(call, messageErrors.tooManyLists);
  call.throttle.spend(key, listAllowance, 1);
}

function requireConversation(call: Call, { userId }: Person): Conversation {
  const id = `${conversationPrefix}${call.request.params['conversation'] ?? ''}`;
  return conversationsOf(userId).get(call.store, id) ?? refuse(call, missingObject(call, id));
}
