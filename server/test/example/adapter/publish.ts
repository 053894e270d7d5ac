import { Type } from 'typebox';
import { isJsonObject } from '../../../src/kernel/text/json.ts';
import type {
  AccountCall,
  Handle,
  Limits,
  Media,
  Outcome,
  PlatformAdapter,
  Publish,
  RecentPost,
  Step,
} from '../../../src/platforms/adapter.ts';
import { answerReader } from '../../../src/platforms/shared/answer-reader.ts';
import { jsonBody, mediaBody } from '../../../src/platforms/shared/bodies.ts';
import { checkLimits } from '../../../src/platforms/shared/check-limits.ts';
import { networkText, webUrl } from '../../../src/platforms/shared/network-text.ts';
import { readOptions } from '../../../src/platforms/shared/read-options.ts';
import { checkThread, ThreadItems, threadsWith } from '../../../src/platforms/shared/thread-items.ts';
import { callParrot, tokenOf } from './client.ts';
import { toOutcome, toRefusal } from './errors.ts';

const limits: Limits = {
  text: { max: 100, unit: 'characters' },
  media: {
    isRequired: false,
    countMax: 4,
    rules: [{ type: 'image', contentTypes: ['image/jpeg', 'image/png'], sizeBytesMax: 1_000_000 }],
  },
};

const options = Type.Object({
  volume: Type.Optional(Type.Enum(['whisper', 'screech'])),
  threadItems: Type.Optional(ThreadItems),
});

/** Fixed before the irrevocable call: the network refuses a key it has seen, so that asking for it settles everything. */
type ParrotHandle = { v: 1; key: string; mediaIds: string[] };

export const publish: Publish = {
  limits,
  options,
  check: (post) => [
    ...checkLimits(limits, post),
    ...checkThread(limits, post),
    ...readOptions(options, post.settings).issues,
  ],
  prepare: (call, { media }, handle) => upload(call, media, handle),
  send: (call, { text, settings }, handle) => {
    const { volume } = readOptions(options, settings).options;
    return squawk(call, { text, ...(volume === undefined ? {} : { volume }) }, handle);
  },
  thread: threadsWith(limits),
  followUps: {
    list: ({ thread }) => thread.map((_, index) => `threadItems[${index + 1}]`),
    prepare: (call, { thread }, { index }, handle) => upload(call, thread[index]?.media ?? [], handle),
    send: (call, { thread }, { index, previousId }, handle) =>
      squawk(call, { text: thread[index]?.text ?? '', reply_to: previousId }, handle),
  },
  settle: async (call, _post, { handle }) => {
    const path = `/squawks/by-key/${read(handle)?.key ?? ''}`;
    const reply = await callParrot(call, { method: 'GET', path, token: tokenOf(call) });
    const made = reply.kind === 'ok' ? readMade(reply.json) : undefined;
    if (made !== undefined) return { kind: 'found', ...made };
    if (reply.kind === 'error' && reply.code === 'unknown_squawk') return { kind: 'absent' };
    return { kind: 'inconclusive', reason: 'the look-up failed', canAskAgain: true };
  },
};

async function upload(call: AccountCall, media: readonly Media[], given: Handle | undefined): Promise<Step> {
  const handle = read(given) ?? { v: 1, key: Buffer.from(call.random.bytes(8)).toString('hex'), mediaIds: [] };
  const next = media[handle.mediaIds.length];
  if (next === undefined) return { kind: 'ready', handle };
  const body = mediaBody(next);
  const reply = await callParrot(call, { method: 'POST', path: '/media', body, token: tokenOf(call) });
  if (reply.kind !== 'ok') return toRefusal(reply);
  const made = readMade(reply.json);
  if (made === undefined) return { kind: 'notDone', reason: 'an answer without an id' };
  return { kind: 'again', handle: { ...handle, mediaIds: [...handle.mediaIds, made.id] } };
}

async function squawk(call: AccountCall, words: object, given: Handle | undefined): Promise<Outcome> {
  const { key, mediaIds } = read(given) ?? { key: '', mediaIds: [] };
  const body = jsonBody({ page: call.account.providerAccountId, ...words, key, media_ids: mediaIds });
  const reply = await callParrot(call, { method: 'POST', path: '/squawks', body, token: tokenOf(call) });
  // The key is our own: whoever used it was an earlier attempt, and asking for it tells what came of that.
  if (reply.kind === 'error' && reply.status === 409) return { kind: 'unknown', reason: reply.message };
  if (reply.kind !== 'ok') return toOutcome(reply);
  const made = readMade(reply.json);
  return made === undefined ? { kind: 'unknown', reason: 'an answer without an id' } : { kind: 'published', ...made };
}

/** Ids become parts of paths. */
const readId = answerReader(Type.Object({ id: Type.String({ pattern: '^\\d{1,20}$' }) }));

function readMade(json: Readonly<Record<string, unknown>>): { id: string; url?: string } | undefined {
  const url = webUrl(json['url']);
  const made = readId(json);
  return made === undefined ? undefined : { id: made.id, ...(url === undefined ? {} : { url }) };
}

function read(handle: Handle | undefined): ParrotHandle | undefined {
  if (handle !== undefined && handle.v !== 1) throw new Error('a handle of another version');
  return handle as ParrotHandle | undefined;
}

export const unpublish: NonNullable<PlatformAdapter['unpublish']> = async (call, { id }) => {
  const reply = await callParrot(call, { method: 'DELETE', path: `/squawks/${id}`, token: tokenOf(call) });
  const isGone = reply.kind === 'ok' || (reply.kind === 'error' && reply.code === 'unknown_squawk');
  return isGone ? { kind: 'gone' } : toOutcome(reply);
};

export const recentPosts: NonNullable<PlatformAdapter['recentPosts']> = async (call, { limit }) => {
  const path = `/squawks?page=${call.account.providerAccountId}&limit=${limit}`;
  const reply = await callParrot(call, { method: 'GET', path, token: tokenOf(call) });
  if (reply.kind !== 'ok') return toRefusal(reply);
  const { squawks } = reply.json;
  if (!Array.isArray(squawks)) return { kind: 'notDone', reason: 'a list that cannot be read' };
  return { kind: 'posts', posts: squawks.filter(isJsonObject).flatMap(toRecentPost) };
};

function toRecentPost(squawk: Readonly<Record<string, unknown>>): RecentPost[] {
  const made = readMade(squawk);
  const publishedAt = new Date(typeof squawk['at'] === 'string' ? squawk['at'] : Number.NaN);
  if (made === undefined || Number.isNaN(publishedAt.getTime())) return [];
  const content = networkText(squawk['text']) ?? '';
  return [{ platformPostId: made.id, platformPostUrl: made.url, content, publishedAt, mediaItems: [] }];
}
