import { approveConnect, connectSandbox } from '../../harness/sandbox-account.ts';
import type { Api, SandboxProcess, User } from '../../harness/testbed.ts';
import { imageFile, uploadFile } from '../../harness/upload-file.ts';
import { waitUntil } from '../../harness/wait.ts';
import type { IdKind } from './id-positions.ts';

export type Resources = {
  ids: Readonly<Record<Exclude<IdKind, 'cursor'>, string>>;
  draftId: string;
  /** Created by a bulk upload with the same request ID as `draftId`. */
  bulkPostId: string;
  pinterestId: string;
  boardState: string;
  canary: string;
};

export type Installation = { api: Api; sandbox: SandboxProcess };

const platform = 'instagram';

/** Needs a running worker, which publishes the post. */
export async function createResources(
  { api, sandbox }: Installation,
  user: User,
  { profileId, name }: { profileId: string; name: string },
): Promise<Resources> {
  const canary = `canary-of-${name}`;
  const create = async <Body>(path: string, body: object, status = 201): Promise<Body> => {
    const response = await api.call<Body>(user, 'POST', path, body);
    if (response.status !== status) throw new Error(`POST ${path}: ${JSON.stringify(response)}`);
    return response.body;
  };
  const { accountId } = await connectSandbox(api, user, { platform, name, profileId });
  const { accountId: pinterestId } = await connectSandbox(api, user, { platform: 'pinterest', name, profileId });
  const boardState = await approveConnect(api, user, { platform: 'pinterest', name, profileId });
  const { board } = await create<{ board: { id: string } }>(`/v1/accounts/${pinterestId}/pinterest-boards`, {
    name: canary,
  });
  const file = { ...imageFile, name: `${canary}.jpg` };
  const { url } = await uploadFile(api, user, file);
  const unused = await uploadFile(api, user, file);
  const contents = { content: canary, title: canary, tags: [canary], metadata: { note: canary } };
  const platforms = [{ platform, accountId }];
  const { post } = await create<PostBody>('/v1/posts', {
    ...{ ...contents, platforms, mediaItems: [{ url }], publishNow: true },
  });
  const platformPost = await waitForPlatformPost(api, user, post._id);
  const comments = ['first', 'second'].map((person) => ({
    ...{ platform, account: name, post: platformPost, person: `${person}.fan`, text: `${person} ${canary}` },
  }));
  const written: string[] = [];
  for (const comment of comments) {
    const { comment: added } = await sandbox.control<{ comment: { id: string } }>('POST', 'comments', comment);
    written.push(added.id);
    const { person, text } = comment;
    for (const n of [1, 2]) {
      await sandbox.control('POST', 'messages', { platform, account: name, person, text: `${text} ${n}` });
    }
  }
  const path = `/v1/inbox/conversations?accountId=${accountId}`;
  const { body: inbox } = await api.call<{ data: { id: string }[] }>(user, 'GET', path);
  const { automation } = await create<{ automation: { id: string } }>('/v1/comment-automations', {
    ...{ accountId, name: canary, dmMessage: canary, platformPostId: platformPost, keywords: [canary] },
  });
  const { contact } = await create<{ contact: { id: string } }>('/v1/contacts', {
    ...{ profileId, name: canary, notes: canary, tags: [canary], accountId, platform, platformIdentifier: canary },
  });
  const slots = [{ dayOfWeek: 1, time: '09:00' }];
  const { schedule } = await create<{ schedule: { _id: string } }>('/v1/queue/slots', {
    ...{ profileId, name: canary, timezone: 'UTC', slots },
  });
  const { webhook } = await create<{ webhook: { id: string } }>('/v1/webhooks', {
    ...{ name: canary, url: `https://hooks.example/${canary}`, events: ['post.published'] },
    ...{ profileAccess: 'selected_profiles', profileIds: [profileId], secret: 'first' },
  });
  await api.call(user, 'PUT', `/v1/webhooks/${webhook.id}`, { secret: 'second' });
  const test = await create<{ deliveryId: string }>(`/v1/webhooks/${webhook.id}/test`, {}, 202);
  const { apiKey } = await create<{ apiKey: { id: string } }>('/v1/api-keys', {
    ...{ name: canary, scope: 'profiles', profileIds: [profileId] },
  });
  const connectPath = `/v1/connect/telegram?profileId=${profileId}&sandbox=true`;
  const { body: connect } = await api.call<{ state: string }>(user, 'GET', connectPath);
  const requestId = `request-${name}`;
  const draft = await sendWith<PostBody>(api, user, {
    ...{ path: '/v1/posts', header: ['x-request-id', requestId], body: { ...contents, isDraft: true } },
  });
  const rows = `post_content,platforms,profiles,schedule_time,is_draft\n${canary},instagram,${profileId},,true\n`;
  const bulk = await sendWith<{ results: { createdPostId: string }[] }>(api, user, {
    ...{ path: '/v1/posts/bulk-upload', header: ['x-request-id', requestId], body: rows },
  });
  const conversation = inbox.data[0]?.id ?? '';
  const idempotencyKey = `send-${name}`;
  await sendWith(api, user, {
    path: `/v1/inbox/conversations/${encodeURIComponent(conversation)}/messages`,
    header: ['idempotency-key', idempotencyKey],
    body: { accountId, message: canary },
  });
  return {
    ids: {
      ...{ profile: profileId, account: accountId, post: post._id, platformPost, comment: written[0] ?? '' },
      ...{ board: board.id, automation: automation.id, contact: contact.id, queue: schedule._id },
      ...{ webhook: webhook.id, delivery: test.deliveryId, key: apiKey.id, conversation },
      ...{ media: unused.key, mediaUrl: unused.url, connectState: connect.state },
      ...{ requestId, idempotencyKey },
    },
    ...{ draftId: draft.post._id, bulkPostId: bulk.results[0]?.createdPostId ?? '', pinterestId, boardState, canary },
  };
}

type PostBody = { post: { _id: string; platforms: { platformPostId?: string }[] } };

/** The response to `publishNow` does not wait for a busy machine. */
async function waitForPlatformPost(api: Api, user: User, postId: string): Promise<string> {
  let id: string | undefined;
  await waitUntil(`the publication of ${postId}`, 120_000, async () => {
    const { body } = await api.call<PostBody>(user, 'GET', `/v1/posts/${postId}`);
    id = body.post.platforms[0]?.platformPostId;
    return id !== undefined;
  });
  return id ?? '';
}

type KeyedRequest = { path: string; header: [name: string, value: string]; body: object | string };

async function sendWith<Body>({ baseUrl }: Api, { key }: User, { path, header, body }: KeyedRequest): Promise<Body> {
  const response = await fetch(`${baseUrl}${path}`, {
    method: 'POST',
    headers: {
      authorization: `Bearer ${key}`,
      'content-type': typeof body === 'string' ? 'text/csv' : 'application/json',
      [header[0]]: header[1],
    },
    body: typeof body === 'string' ? body : JSON.stringify(body),
  });
  const text = await response.text();
  if (!response.ok) throw new Error(`POST ${path}: ${response.status} ${text}`);
  return JSON.parse(text) as Body;
}
