import { archiveConversation, markRead } from '../../../domain/inbox/change-conversation.ts';
import { listConversations } from '../../../domain/inbox/list-conversations.ts';
import { searchConversations } from '../../../domain/inbox/search-conversations.ts';
import { sendMessage } from '../../../domain/inbox/send-message.ts';
import { getConversation, listMessages } from '../../../domain/inbox/read-conversation.ts';
import {
  ConversationAccount,
  ConversationList,
  ConversationQuery,
  ConversationRead,
  ConversationUpdated,
  MessageList,
  MessageQuery,
  MessageSent,
  OneConversation,
  SearchQuery,
  SearchResults,
  SendMessage,
  UpdateConversation,
} from '../../../schemas/inbox.ts';
import { readIdempotencyKey } from '../../request/request-id.ts';
import { replayedHeader } from '../../response/error-response.ts';
import { jsonRoute, WithHeaders, type Route } from '../../route.ts';

const common = { tag: 'Inbox', unknownKeys: 'ignore', success: 200 } as const;
const path = '/v1/inbox/conversations/{conversationId}';
const errors = ['accountNotFound', 'platformUnsupported', 'conversationNotFound'] as const;
const listErrors = ['accountNotFound', 'forbidden', 'notFound', 'platformUnsupported', 'invalidCursor'] as const;
const ofRead = [...errors, 'connectionDead', 'platformCapabilityMissing'] as const;

export const conversationRoutes: readonly Route[] = [
  jsonRoute({
    ...common,
    path: '/v1/inbox/conversations',
    method: 'GET',
    operation: 'list conversations',
    operationId: 'listInboxConversations',
    description:
      'Direct message threads of all accounts, newest activity first. They come from a stored copy, which is refreshed ' +
      'at most once a minute per account; accounts that could not be refreshed are listed in `meta`.',
    access: 'read',
    isShedFirst: true,
    query: ConversationQuery,
    response: ConversationList,
    errors: [...listErrors],
    handle: (ctx, { query }) => listConversations(ctx, query),
  }),
  jsonRoute({
    ...common,
    path: '/v1/inbox/conversations/search',
    method: 'GET',
    operation: 'search conversations',
    operationId: 'searchInboxConversations',
    description:
      'Threads with a message that has every word of `query`, or with a participant whose name or username contains ' +
      '`query`, newest activity first. Case and accents do not matter.',
    access: 'read',
    isShedFirst: true,
    query: SearchQuery,
    response: SearchResults,
    errors: [...listErrors],
    handle: (ctx, { query }) => searchConversations(ctx, query),
  }),
  jsonRoute({
    ...common,
    path,
    method: 'GET',
    operation: 'get conversation',
    operationId: 'getInboxConversation',
    description: 'One thread, without its messages.',
    access: 'read',
    query: ConversationAccount,
    response: OneConversation,
    errors: [...ofRead],
    handle: async (ctx, { params, query }) => ({
      data: await getConversation(ctx, { ...query, id: params.conversationId }),
    }),
  }),
  jsonRoute({
    ...common,
    path,
    method: 'PUT',
    operation: 'update conversation',
    operationId: 'updateInboxConversation',
    description: 'Archives a thread, or makes it active again. A new incoming message does that too.',
    access: 'write',
    body: UpdateConversation,
    response: ConversationUpdated,
    errors: [...errors],
    handle: async (ctx, { params, body }) => {
      const id = params.conversationId;
      const { platform, updatedAt } = await archiveConversation(ctx, { ...body, id });
      return { success: true as const, data: { id, ...body, platform, updatedAt: updatedAt.toISOString() } };
    },
  }),
  jsonRoute({
    ...common,
    path: `${path}/messages`,
    method: 'GET',
    operation: 'list messages',
    operationId: 'listInboxMessages',
    description:
      'The messages of a thread, oldest first. Instagram reveals the content of about the twenty newest messages only; ' +
      'older ones that Herald never saw have no `message`.',
    access: 'read',
    query: MessageQuery,
    response: MessageList,
    errors: [...ofRead, 'invalidCursor'],
    handle: (ctx, { params, query }) => listMessages(ctx, params.conversationId, query),
  }),
  jsonRoute({
    ...common,
    path: `${path}/messages`,
    method: 'POST',
    operation: 'send message',
    operationId: 'sendInboxMessage',
    description:
      'Sends a text or an attachment. Platforms accept messages only for some time after the person last wrote, Instagram ' +
      'for 24 hours. A message is never sent twice: without a confirmation of the platform the response is 502, and with an ' +
      '`Idempotency-Key` every repetition returns the same outcome for 24 hours.',
    access: 'write',
    limit: 'message.send',
    headers: {
      'Idempotency-Key':
        'Repeating a request with the same key returns its stored outcome; 1 to 255 visible characters.',
    },
    body: SendMessage,
    response: MessageSent,
    errors: [
      ...ofRead,
      ...(['urlNotAllowed', 'platformLimitation', 'idempotencyInFlight', 'idempotencyConflict'] as const),
      ...(['platformRejected', 'platformThrottled', 'platformUnavailable', 'providerOutcomeUnknown'] as const),
    ],
    handle: async (ctx, { params, body, headers }) => {
      const key = readIdempotencyKey(headers);
      const { data, isReplayed } = await sendMessage(ctx, { conversationId: params.conversationId, input: body, key });
      const response = { success: true as const, data };
      return isReplayed ? new WithHeaders(response, { [replayedHeader]: 'true' }) : response;
    },
  }),
  jsonRoute({
    ...common,
    path: `${path}/read`,
    method: 'POST',
    operation: 'mark conversation read',
    operationId: 'markInboxConversationRead',
    description: 'Marks the incoming messages as read, in Herald only.',
    access: 'write',
    body: ConversationAccount,
    response: ConversationRead,
    errors: [...errors],
    handle: async (ctx, { params, body }) => ({
      success: true as const,
      markedCount: await markRead(ctx, { ...body, id: params.conversationId }),
    }),
  }),
];
