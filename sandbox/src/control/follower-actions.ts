import type { SandboxContext } from '../core/context.ts';
import { defined } from '../core/defined.ts';
import { ControlError, readFields } from './control-request.ts';
import { audienceOf, commit } from './platform-access.ts';

/** Functions of this file throw `ControlError` for an invalid body. */
export function putFollower(
  context: SandboxContext,
  body: unknown,
): { platform: string; id: string; username: string } {
  const fields = readFields(body, { platform: 'string!', username: 'string!', name: 'string' });
  const { followers, isUsername, usernameRule } = audienceOf(context, fields.platform);
  if (!isUsername(fields.username)) {
    throw new ControlError(`${fields.username || 'An empty text'} cannot be a username, which has ${usernameRule}`);
  }
  const { id, username } = commit(context, (tools) => followers.put(tools, fields.username, fields.name));
  return { platform: fields.platform, id, username };
}

export function addComment(context: SandboxContext, body: unknown): { id: string } {
  const { platform, ...comment } = readFields(body, {
    platform: 'string!',
    account: 'string!',
    post: 'string!',
    person: 'string!',
    text: 'string!',
    parent: 'string',
  });
  const audience = audienceOf(context, platform);
  const { parent, ...rest } = comment;
  return commit(context, (tools) => audience.addComment(tools, { ...rest, ...defined({ parent }) }));
}

export function addMessage(context: SandboxContext, body: unknown): { id: string; conversationId: string } {
  const { platform, account, person, text, attachmentUrl, storyId } = readFields(body, {
    platform: 'string!',
    account: 'string!',
    person: 'string!',
    text: 'string',
    attachmentUrl: 'string',
    storyId: 'string',
  });
  const { messages } = audienceOf(context, platform);
  if (messages === undefined) throw new ControlError(`${platform} has no direct messages here`);
  if ((text === undefined) === (attachmentUrl === undefined)) {
    throw new ControlError('A message needs either text or attachmentUrl, not both');
  }
  const message = { account, person, ...defined({ text, attachmentUrl, storyId }) };
  return commit(context, (tools) => messages.add(tools, message));
}
