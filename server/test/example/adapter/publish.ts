import { Type } from 'typebox';
import type { Adapter, PublishState, Limits, Media, Outcome, Publish, Step } from '../../../src/platforms/adapter.ts';
import { responseReader } from '../../../src/platforms/shared/response-reader.ts';
import { jsonBody, mediaBody } from '../../../src/platforms/shared/bodies.ts';
import { checkLimits } from '../../../src/platforms/shared/check-limits.ts';
import { webUrl } from '../../../src/platforms/shared/platform-text.ts';
import { readOptions } from '../../../src/platforms/shared/read-options.ts';
import { checkThread, ThreadItems, threadsWith } from '../../../src/platforms/shared/thread-items.ts';
import type { ParrotAccountCall, ParrotCall } from './call.ts';
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

/** Parrot refuses a known key, so a look-up by the key chosen before the send is conclusive. */
type ParrotState = { v: 1; key: string; mediaIds: string[] };

export const publish: Publish<ParrotCall> = {
  limits,
  options,
  check: (post) => [
    ...checkLimits(limits, post),
    ...checkThread(limits, post),
    ...readOptions(options, post.settings).issues,
  ],
  prepare: (call, { media }, publishState) => upload(call, media, publishState),
  send: (call, { text, settings }, publishState) => {
    const { volume } = readOptions(options, settings).options;
    return squawk(call, { text, ...(volume === undefined ? {} : { volume }) }, publishState);
  },
  thread: threadsWith(limits),
  followUps: {
    list: ({ thread }) => thread.map((_, index) => `threadItems[${index + 1}]`),
    prepare: (call, { thread }, { index }, publishState) => upload(call, thread[index]?.media ?? [], publishState),
    send: (call, { thread }, { index, previousId }, publishState) =>
      squawk(call, { text: thread[index]?.text ?? '', reply_to: previousId }, publishState),
  },
  settle: async (call, _post, { publishState }) => {
    const path = `/squawks/by-key/${read(publishState)?.key ?? ''}`;
    const reply = await callParrot(call, { method: 'GET', path, token: tokenOf(call) });
    const created = reply.kind === 'ok' ? readCreated(reply.json) : undefined;
    if (created !== undefined) return { kind: 'found', ...created };
    if (reply.kind === 'error' && reply.error.code === 'unknown_squawk') return { kind: 'absent' };
    return { kind: 'inconclusive', reason: 'the look-up failed', canAskAgain: true };
  },
};

async function upload(
  call: ParrotAccountCall,
  media: readonly Media[],
  saved: PublishState | undefined,
): Promise<Step> {
  const publishState = read(saved) ?? { v: 1, key: Buffer.from(call.random.bytes(8)).toString('hex'), mediaIds: [] };
  const next = media[publishState.mediaIds.length];
  if (next === undefined) return { kind: 'ready', publishState };
  const body = mediaBody(next);
  const reply = await callParrot(call, { method: 'POST', path: '/media', body, token: tokenOf(call) });
  if (reply.kind !== 'ok') return toRefusal(reply);
  const created = readCreated(reply.json);
  if (created === undefined) return { kind: 'notDone', reason: 'the response has no ID' };
  return { kind: 'again', publishState: { ...publishState, mediaIds: [...publishState.mediaIds, created.id] } };
}

async function squawk(call: ParrotAccountCall, fields: object, saved: PublishState | undefined): Promise<Outcome> {
  const { key, mediaIds } = read(saved) ?? { key: '', mediaIds: [] };
  const body = jsonBody({ page: call.account.providerAccountId, ...fields, key, media_ids: mediaIds });
  const reply = await callParrot(call, { method: 'POST', path: '/squawks', body, token: tokenOf(call) });
  // An earlier attempt used this key; a look-up shows its outcome.
  if (reply.kind === 'error' && reply.error.status === 409) return { kind: 'unknown', reason: reply.error.message };
  if (reply.kind !== 'ok') return toOutcome(reply);
  const created = readCreated(reply.json);
  return created === undefined
    ? { kind: 'unknown', reason: 'the response has no ID' }
    : { kind: 'published', ...created };
}

const readId = responseReader(Type.Object({ id: Type.String({ pattern: '^\\d{1,20}$' }) }));

export function readCreated(json: Readonly<Record<string, unknown>>): { id: string; url?: string } | undefined {
  const url = webUrl(json['url']);
  const created = readId(json);
  return created === undefined ? undefined : { id: created.id, ...(url === undefined ? {} : { url }) };
}

function read(publishState: PublishState | undefined): ParrotState | undefined {
  if (publishState !== undefined && publishState.v !== 1) throw new Error('a publish state of another version');
  return publishState as ParrotState | undefined;
}

export const unpublish: NonNullable<Adapter<ParrotCall>['unpublish']> = async (call, { id }) => {
  const reply = await callParrot(call, { method: 'DELETE', path: `/squawks/${id}`, token: tokenOf(call) });
  const isGone = reply.kind === 'ok' || (reply.kind === 'error' && reply.error.code === 'unknown_squawk');
  return isGone ? { kind: 'gone' } : toOutcome(reply);
};
