import fc from 'fast-check';
import type { Target } from '../../harness/sandbox-account.ts';
import type { Api, ApiResponse, User } from '../../harness/testbed.ts';
import {
  deleteQueue,
  expectChangeable,
  expectPlacement,
  isDuplicate,
  schedule,
  timingFields,
  timings,
  type Expected,
  type Model,
  type ModelPost,
  type Timing,
} from './post-model.ts';

/** Texts end with `suffix`, so that sequences do not duplicate each other. */
export type Real = { api: Api; user: User; target: Target; suffix: string; count(operation: string): void };
export type Command = fc.AsyncCommand<Model, Real>;

type PostView = Pick<ModelPost, 'content' | 'scheduledFor' | 'queueId' | 'publishedAt'> & {
  _id: string;
  status: string;
};
type Body = { post?: PostView; code?: string; schedule?: { _id: string } };

const pick = ({ posts }: Model, n: number): ModelPost | undefined => posts[n % Math.max(1, posts.length)];

type Operation = {
  name: string;
  needsPost: boolean;
  run(model: Model, real: Real, post: ModelPost): Promise<void>;
};

function commandOf({ name, needsPost, run }: Operation, n: number): Command {
  return {
    check: (model) => !needsPost || model.posts.length > 0,
    run: async (model, real) => {
      real.count(name);
      await run(model, real, pick(model, n) ?? emptyPost);
    },
    toString: () => `${name} #${n}`,
  };
}

const emptyPost: ModelPost = {
  id: '',
  content: '',
  status: 'deleted',
  scheduledFor: null,
  queueId: null,
  publishedAt: null,
};

const send = ({ api, user }: Real, method: string, path: string, body?: object): Promise<ApiResponse<Body>> =>
  api.call<Body>(user, method, path, body);

function create(text: string, timing: Timing): Operation {
  return {
    name: `create ${timing} "${text}"`,
    needsPost: false,
    run: async (model, real) => {
      const [content, nowMs] = [`${text} ${real.suffix}`, Date.now()];
      const expected = expectPlacement(model, { timing, content, nowMs });
      const input = { content, platforms: [real.target], ...timingFields(model, timing, nowMs) };
      const response = await send(real, 'POST', '/v1/posts', input);
      const view = requireExpected(expected, response, 201);
      if (view !== undefined) model.posts.push(asModel(view));
    },
  };
}

function moveTo(timing: Timing): Operation {
  return {
    name: `move to ${timing}`,
    needsPost: true,
    run: async (model, real, post) => {
      const nowMs = Date.now();
      const expected = expectChangeable(post) ?? expectPlacement(model, { timing, content: post.content, nowMs, post });
      const response = await send(real, 'PUT', `/v1/posts/${post.id}`, timingFields(model, timing, nowMs));
      const view = requireExpected(expected, response, 200);
      if (view !== undefined) Object.assign(post, asModel(view));
    },
  };
}

function rewrite(text: string): Operation {
  return {
    name: `rewrite as "${text}"`,
    needsPost: true,
    run: async (model, real, post) => {
      const content = `${text} ${real.suffix}`;
      const response = await send(real, 'PUT', `/v1/posts/${post.id}`, { content });
      const view = requireExpected(expectRewrite(model, post, content), response, 200);
      if (view !== undefined) post.content = content;
    },
  };
}

function expectRewrite(model: Model, post: ModelPost, content: string): Expected {
  const { status, scheduledFor, queueId } = post;
  const refusal = expectChangeable(post);
  if (refusal !== undefined) return refusal;
  const dueMs = Date.parse(scheduledFor ?? '');
  if (status === 'scheduled' && isDuplicate(model, { content, dueMs, post })) {
    return { kind: 'refused', status: 409, code: 'duplicateContent' };
  }
  return { kind: 'placed', status, times: [scheduledFor === null ? null : dueMs], queueId };
}

const postOperations: readonly Operation[] = [
  {
    name: 'delete post',
    needsPost: true,
    run: async (_model, real, post) => {
      const refusal = expectChangeable(post);
      const response = await send(real, 'DELETE', `/v1/posts/${post.id}`);
      requireStatus(response, refusal?.kind === 'refused' ? refusal.status : 200);
      if (refusal === undefined) Object.assign(post, { status: 'deleted', queueId: null });
    },
  },
  {
    name: 'unpublish',
    needsPost: true,
    run: async (_model, real, post) => {
      const input = { accountId: real.target.accountId };
      const response = await send(real, 'POST', `/v1/posts/${post.id}/unpublish`, input);
      requireStatus(response, post.status === 'published' ? 200 : post.status === 'deleted' ? 404 : 409);
      if (post.status === 'published') post.status = 'canceled';
    },
  },
  {
    name: 'retry',
    needsPost: true,
    run: async (_model, real, post) => {
      const response = await send(real, 'POST', `/v1/posts/${post.id}/retry`, {});
      requireStatus(response, post.status === 'deleted' ? 404 : 409);
    },
  },
];

const queueOperations: readonly Operation[] = [
  {
    name: 'create queue',
    needsPost: false,
    run: async (model, real) => {
      const input = { ...schedule, profileId: model.profileId };
      const response = await send(real, 'POST', '/v1/queue/slots', input);
      requireStatus(response, model.isProfileDeleted ? 404 : model.queues.length === 10 ? 409 : 201);
      if (response.body.schedule !== undefined) model.queues.push(response.body.schedule._id);
    },
  },
  {
    name: 'delete default queue',
    needsPost: false,
    run: async (model, real) => {
      const [queueId = 'que_unknown'] = model.queues;
      const path = `/v1/queue/slots?profileId=${model.profileId}&queueId=${queueId}`;
      requireStatus(await send(real, 'DELETE', path), model.queues.length === 0 ? 404 : 200);
      deleteQueue(model, queueId);
    },
  },
];

const deleteProfile: Operation = {
  name: 'delete profile',
  needsPost: false,
  run: async (model, real) => {
    const response = await send(real, 'DELETE', `/v1/profiles/${model.profileId}`);
    requireStatus(response, model.isProfileDeleted ? 404 : 200);
    for (const queueId of model.queues) deleteQueue(model, queueId);
    model.isProfileDeleted = true;
  },
};

const texts = ['One', 'Two'];
const operations: readonly { weight: number; all: readonly Operation[] }[] = [
  { weight: 6, all: texts.flatMap((text) => timings.map((timing) => create(text, timing))) },
  { weight: 6, all: timings.map(moveTo) },
  { weight: 2, all: texts.map(rewrite) },
  { weight: 4, all: postOperations },
  { weight: 6, all: queueOperations },
  // Rare, because queues are useless afterwards.
  { weight: 1, all: [deleteProfile] },
];

export const arbitraryCommand: fc.Arbitrary<Command> = fc.oneof(
  ...operations.map(({ weight, all }) => ({
    weight,
    arbitrary: fc.tuple(fc.constantFrom(...all), fc.nat(9)).map(([operation, n]) => commandOf(operation, n)),
  })),
);

function asModel({ _id: id, content, status, scheduledFor, queueId, publishedAt }: PostView): ModelPost {
  return { id, content, status: status as ModelPost['status'], scheduledFor, queueId, publishedAt };
}

function requireStatus({ status, body }: ApiResponse<Body>, expected: number): void {
  if (status !== expected) throw new Error(`expected ${expected}, got ${status} ${JSON.stringify(body).slice(0, 300)}`);
}

function requireExpected(expected: Expected, response: ApiResponse<Body>, success: number): PostView | undefined {
  requireStatus(response, expected.kind === 'refused' ? expected.status : success);
  const { post, code } = response.body;
  if (expected.kind === 'refused') {
    if (expected.code !== code) throw new Error(`expected the code ${expected.code}, got ${code}`);
    return undefined;
  }
  const dueMs = post === undefined || post.scheduledFor === null ? null : Date.parse(post.scheduledFor);
  const isRight =
    post?.status === expected.status && post.queueId === expected.queueId && expected.times.includes(dueMs);
  if (!isRight) throw new Error(`expected ${JSON.stringify(expected)}, got ${JSON.stringify(post).slice(0, 500)}`);
  return post;
}

/** Reads everything back: an operation may have changed something that it should not. */
export async function compareWithModel(
  { posts, queues, profileId, isProfileDeleted }: Model,
  real: Real,
): Promise<void> {
  for (const post of posts) {
    const { status, body } = await send(real, 'GET', `/v1/posts/${post.id}`);
    if (status !== (post.status === 'deleted' ? 404 : 200)) throw new Error(`${post.id} is read with ${status}`);
    if (body.post === undefined) continue;
    const [stored, expected] = [asModel(body.post), post].map(({ content, status, scheduledFor, queueId }) =>
      JSON.stringify({ content, status, scheduledFor, queueId }),
    );
    if (stored !== expected) throw new Error(`${post.id} is ${stored} instead of ${expected}`);
  }
  const path = `/v1/queue/slots?profileId=${profileId}&all=true`;
  const { body } = await real.api.call<{ schedules?: { _id: string; isDefault: boolean }[] }>(real.user, 'GET', path);
  const stored = (body.schedules ?? []).map(({ _id, isDefault }) => (isDefault ? `${_id} default` : _id)).sort();
  const expected = queues.map((id, index) => (index === 0 ? `${id} default` : id)).sort();
  if (!isProfileDeleted && JSON.stringify(stored) !== JSON.stringify(expected)) {
    throw new Error(`the queues are ${stored.join(', ')} instead of ${expected.join(', ')}`);
  }
}
