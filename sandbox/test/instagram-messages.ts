import assert from 'node:assert/strict';
import type { TestContext } from 'node:test';
import type { TestResponse } from './harness.ts';
import { allScopes, startInstagram } from './instagram.ts';

export const account = 'ada.studio';

/** Instagram with an account that may send messages, and a follower who can write to it. */
export async function startMessages(t: TestContext) {
  const instagram = await startInstagram(t);
  const token = await instagram.connect(account, { scope: `${allScopes},instagram_business_manage_messages` });
  const graph = (method: string, path: string, parameters?: object) =>
    instagram.graph(method, `/v26.0/${path}`, parameters, token);
  const write = async (body: object): Promise<{ id: string; conversationId: string }> => {
    const input = { platform: 'instagram', account, person: 'mira', ...body };
    const response = await instagram.sandbox.control('POST', 'messages', input);
    assert.equal(response.status, 201, JSON.stringify(response.body));
    return response.body.message;
  };
  const send = (id: string, message: object) => graph('POST', 'me/messages', { recipient: { id }, message });
  /** ID of a follower who has written. */
  const followerOf = async (conversationId: string): Promise<string> =>
    (await graph('GET', conversationId, { fields: 'participants' })).body.participants.data[1].id;
  const ledgerMessages = async (): Promise<any[]> =>
    (await instagram.sandbox.control('GET', 'ledger?platform=instagram')).body.messages;
  return { ...instagram, token, graph, write, send, followerOf, ledgerMessages };
}

/** A post of the account on which followers comment, and private replies to them. */
export async function startPrivateReplies(t: TestContext) {
  const instagram = await startMessages(t);
  const { publish, token, herald, sandbox, graph } = instagram;
  const post = await publish(token, { image_url: `${herald}/a.jpg` });
  const comment = async (person = 'mira'): Promise<string> => {
    const input = { platform: 'instagram', account, post, person, text: 'Price?' };
    return (await sandbox.control('POST', 'comments', input)).body.comment.id;
  };
  const reply = (commentId: string, message: object = { text: 'Here' }) =>
    graph('POST', 'me/messages', { recipient: { comment_id: commentId }, message });
  return { ...instagram, post, comment, reply };
}

export const errorOf = ({ status, body }: TestResponse) => [status, body.error.code, body.error.error_subcode];
