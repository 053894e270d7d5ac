import { Type } from 'typebox';
import type { Refusal } from '../adapter.ts';
import { responseReader } from '../shared/response-reader.ts';
import type { MetaAccountCall } from '../meta/call.ts';
import { callAsAccount } from '../meta/client.ts';
import type { ContainerPlatform } from '../meta/containers.ts';
import { platformText } from '../shared/platform-text.ts';
import { outcomes } from './errors.ts';
import { replyScope, scopes } from './scopes.ts';

const Codes = Type.Enum(['IN_PROGRESS', 'FINISHED', 'PUBLISHED', 'ERROR', 'EXPIRED']);
const readStatus = responseReader(Type.Object({ status: Codes, error_message: Type.Optional(Type.Unknown()) }));

export const containers: ContainerPlatform = {
  edge: 'threads',
  publishEdge: 'threads_publish',
  scopes: scopes.publish,
  outcomes,
  checkQuota: (call) => checkQuota(call, 'quota_usage', 'config'),
  readContainer: async (call, id) => {
    const reply = await callAsAccount(call, id, { query: { fields: 'id,status,error_message' } });
    if (reply.kind !== 'ok') return reply;
    const body = readStatus(reply.json);
    if (body === undefined) return { kind: 'lost', reason: 'the status could not be parsed' };
    const text = platformText(body.error_message) || body.status;
    return { kind: 'status', code: body.status, text, subcode: undefined };
  },
};

export const replyContainers: ContainerPlatform = {
  ...containers,
  scopes: [...scopes.publish, replyScope],
  checkQuota: (call) => checkQuota(call, 'reply_quota_usage', 'reply_config'),
};

const readQuota = responseReader(Type.Object({ data: Type.Array(Type.Record(Type.String(), Type.Unknown())) }));
const readTotal = responseReader(Type.Object({ quota_total: Type.Number() }));

/** The quota counts a sliding day, so it frees up whenever an old post leaves the window. */
const waitMs = 3_600_000;

/** A missing figure does not limit. */
async function checkQuota(call: MetaAccountCall, used: string, config: string): Promise<Refusal | undefined> {
  const path = `${call.account.providerAccountId}/threads_publishing_limit`;
  const reply = await callAsAccount(call, path, { query: { fields: `${used},${config}` } });
  if (reply.kind !== 'ok') return outcomes.toStepRefusal(reply, scopes.publish);
  const body = readQuota(reply.json);
  if (body === undefined) return { kind: 'notDone', reason: 'the publishing limit could not be parsed' };
  const [quota = {}] = body.data;
  const usage = quota[used];
  const total = readTotal(quota[config])?.quota_total ?? Infinity;
  const isUsedUp = typeof usage === 'number' && usage >= total;
  return isUsedUp ? { kind: 'rateLimited', retryAfterMs: waitMs } : undefined;
}
