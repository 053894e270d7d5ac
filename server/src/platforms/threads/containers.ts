import { Type } from 'typebox';
import type { AccountCall, Refusal } from '../adapter.ts';
import { answerReader } from '../shared/answer-reader.ts';
import { callAsAccount } from '../meta/client.ts';
import type { ContainerNetwork } from '../meta/containers.ts';
import { networkText } from '../shared/network-text.ts';
import { outcomes } from './errors.ts';
import { replyScope, scopes } from './scopes.ts';

const Codes = Type.Enum(['IN_PROGRESS', 'FINISHED', 'PUBLISHED', 'ERROR', 'EXPIRED']);
const readStatus = answerReader(Type.Object({ status: Codes, error_message: Type.Optional(Type.Unknown()) }));

export const containers: ContainerNetwork = {
  edge: 'threads',
  publishEdge: 'threads_publish',
  scopes: scopes.publish,
  outcomes,
  checkQuota: (call) => checkQuota(call, 'quota_usage', 'config'),
  readContainer: async (call, id) => {
    const reply = await callAsAccount(call, id, { query: { fields: 'id,status,error_message' } });
    if (reply.kind !== 'ok') return reply;
    const answer = readStatus(reply.json);
    if (answer === undefined) return { kind: 'lost', reason: 'a status that cannot be read' };
    const text = networkText(answer.error_message) || answer.status;
    return { kind: 'status', code: answer.status, text, subcode: undefined };
  },
};

/** Replies have a quota of their own, and need more than posts do. */
export const replyContainers: ContainerNetwork = {
  ...containers,
  scopes: [...scopes.publish, replyScope],
  checkQuota: (call) => checkQuota(call, 'reply_quota_usage', 'reply_config'),
};

const readQuota = answerReader(Type.Object({ data: Type.Array(Type.Record(Type.String(), Type.Unknown())) }));
const readTotal = answerReader(Type.Object({ quota_total: Type.Number() }));

/** The window slides over a day: room appears whenever an older post leaves it. */
const waitMs = 3_600_000;

/** Figures it does not name do not limit. */
async function checkQuota(call: AccountCall, used: string, config: string): Promise<Refusal | undefined> {
  const path = `${call.account.providerAccountId}/threads_publishing_limit`;
  const reply = await callAsAccount(call, path, { query: { fields: `${used},${config}` } });
  if (reply.kind !== 'ok') return outcomes.toStepRefusal(reply, scopes.publish);
  const answer = readQuota(reply.json);
  if (answer === undefined) return { kind: 'notDone', reason: 'a publishing limit that cannot be read' };
  const [quota = {}] = answer.data;
  const usage = quota[used];
  const total = readTotal(quota[config])?.quota_total ?? Infinity;
  const isUsedUp = typeof usage === 'number' && usage >= total;
  return isUsedUp ? { kind: 'rateLimited', retryAfterMs: waitMs } : undefined;
}
