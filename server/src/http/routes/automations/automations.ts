import { createAutomation } from '../../../domain/automations/create-automation.ts';
import { deleteAutomation } from '../../../domain/automations/delete-automation.ts';
import {
  getAutomation,
  listAutomations,
  listLogs,
  testAutomation,
} from '../../../domain/automations/read-automations.ts';
import { updateAutomation } from '../../../domain/automations/update-automation.ts';
import {
  AutomationChanged,
  AutomationList,
  AutomationQuery,
  AutomationTest,
  CreateAutomation,
  LogList,
  LogQuery,
  OneAutomation,
  TestAutomation,
  UpdateAutomation,
} from '../../../schemas/automation.ts';
import { MessageOnly } from '../../../schemas/common.ts';
import { jsonRoute, type Route } from '../../route.ts';

const common = { tag: 'Comment automations', unknownKeys: 'reject' } as const;
const path = '/v1/comment-automations/{automationId}';

export const automationRoutes: readonly Route[] = [
  jsonRoute({
    ...common,
    path: '/v1/comment-automations',
    method: 'GET',
    operation: 'list comment automations',
    description: 'Newest first.',
    access: 'read',
    query: AutomationQuery,
    success: 200,
    response: AutomationList,
    errors: ['notFound', 'forbidden', 'accountNotFound'],
    handle: async (ctx, { query }) => ({ automations: await listAutomations(ctx, query) }),
  }),
  jsonRoute({
    ...common,
    path: '/v1/comment-automations',
    method: 'POST',
    operation: 'create comment automation',
    description:
      'Sends a message to everybody whose comment or story reply matches, and optionally replies to the comment in public. ' +
      'At most 100 automations per user, and one active automation per account and post.',
    access: 'write',
    limit: 'automation.create',
    body: CreateAutomation,
    success: 201,
    response: AutomationChanged,
    errors: [
      ...(['accountNotFound', 'postNotFound', 'platformUnsupported', 'platformCapabilityMissing'] as const),
      ...(['connectionDead', 'unsupported', 'urlNotAllowed', 'duplicatePostAutomation', 'limitReached'] as const),
    ],
    handle: async (ctx, { body }) => ({
      message: 'Automation created',
      automation: await createAutomation(ctx, body),
    }),
  }),
  jsonRoute({
    ...common,
    path,
    method: 'GET',
    operation: 'get comment automation',
    description: 'With its 20 newest logs.',
    access: 'read',
    success: 200,
    response: OneAutomation,
    errors: ['automationNotFound'],
    handle: (ctx, { params }) => getAutomation(ctx, params.automationId),
  }),
  jsonRoute({
    ...common,
    path,
    method: 'PATCH',
    operation: 'update comment automation',
    description:
      'Changes the fields that are sent. `null` clears `postId`, `platformPostId`, `postTitle` and `commentReply`. Comments ' +
      'from before the last activation do not trigger an automation.',
    access: 'write',
    limit: 'automation.update',
    body: UpdateAutomation,
    success: 200,
    response: AutomationChanged,
    errors: ['automationNotFound', 'postNotFound', 'unsupported', 'urlNotAllowed', 'duplicatePostAutomation'],
    handle: async (ctx, { params, body }) => ({
      message: 'Automation updated',
      automation: await updateAutomation(ctx, { automationId: params.automationId, changes: body }),
    }),
  }),
  jsonRoute({
    ...common,
    path,
    method: 'DELETE',
    operation: 'delete comment automation',
    description: 'Deletes the automation with its logs. Pending messages are not sent.',
    access: 'write',
    limit: 'automation.delete',
    success: 200,
    response: MessageOnly,
    errors: ['automationNotFound'],
    handle: async (ctx, { params }) => {
      await deleteAutomation(ctx, params.automationId);
      return { message: 'Automation deleted' };
    },
  }),
  jsonRoute({
    ...common,
    path: `${path}/logs`,
    method: 'GET',
    operation: 'list comment automation logs',
    description: 'Newest first: one for each comment or story reply that matched.',
    access: 'read',
    query: LogQuery,
    success: 200,
    response: LogList,
    errors: ['automationNotFound'],
    handle: (ctx, { params, query }) => listLogs(ctx, { automationId: params.automationId, query }),
  }),
  jsonRoute({
    ...common,
    path: `${path}/test`,
    method: 'POST',
    operation: 'test comment automation',
    description: 'Checks whether a comment with this text would match. Nothing is sent.',
    access: 'read',
    body: TestAutomation,
    success: 200,
    response: AutomationTest,
    errors: ['automationNotFound'],
    handle: (ctx, { params, body }) => testAutomation(ctx, { automationId: params.automationId, text: body.text }),
  }),
];
