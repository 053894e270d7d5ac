import { Type } from 'typebox';
import type { Refusal } from '../adapter.ts';
import { responseReader } from '../shared/response-reader.ts';
import type { MetaAccountCall } from '../meta/call.ts';
import { callAsAccount } from '../meta/client.ts';
import { toStepRefusal } from './errors.ts';
import { scopes } from './scopes.ts';

const Quota = Type.Object({
  quota_usage: Type.Optional(Type.Number()),
  config: Type.Optional(Type.Object({ quota_total: Type.Optional(Type.Number()) })),
});
const read = responseReader(Type.Object({ data: Type.Array(Quota) }));

/** The quota counts a sliding day, so it frees up whenever an old post leaves the window. */
const waitMs = 3_600_000;

/** The quota differs by account and over time; a missing figure does not limit. */
export async function checkQuota(call: MetaAccountCall): Promise<Refusal | undefined> {
  const path = `${call.account.providerAccountId}/content_publishing_limit`;
  const reply = await callAsAccount(call, path, { query: { fields: 'config,quota_usage' } });
  if (reply.kind !== 'ok') return toStepRefusal(reply, scopes.publish);
  const body = read(reply.json);
  if (body === undefined) return { kind: 'notDone', reason: 'the publishing limit could not be parsed' };
  const [quota] = body.data;
  const isUsedUp = (quota?.quota_usage ?? 0) >= (quota?.config?.quota_total ?? Infinity);
  return isUsedUp ? { kind: 'rateLimited', retryAfterMs: waitMs } : undefined;
}
