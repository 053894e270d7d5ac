import { Type } from 'typebox';
import type { AccountCall, Refusal } from '../adapter.ts';
import { answerReader } from '../shared/answer-reader.ts';
import { callAsAccount } from '../meta/client.ts';
import { toStepRefusal } from './errors.ts';
import { scopes } from './scopes.ts';

const Quota = Type.Object({
  quota_usage: Type.Optional(Type.Number()),
  config: Type.Optional(Type.Object({ quota_total: Type.Optional(Type.Number()) })),
});
const read = answerReader(Type.Object({ data: Type.Array(Quota) }));

/** The window slides over a day: room appears whenever an older post leaves it. */
const waitMs = 3_600_000;

/** How many posts a day differs by account and over time, so it is asked; figures it does not name do not limit. */
export async function checkQuota(call: AccountCall): Promise<Refusal | undefined> {
  const path = `${call.account.providerAccountId}/content_publishing_limit`;
  const reply = await callAsAccount(call, path, { query: { fields: 'config,quota_usage' } });
  if (reply.kind !== 'ok') return toStepRefusal(reply, scopes.publish);
  const answer = read(reply.json);
  if (answer === undefined) return { kind: 'notDone', reason: 'a publishing limit that cannot be read' };
  const [quota] = answer.data;
  const isUsedUp = (quota?.quota_usage ?? 0) >= (quota?.config?.quota_total ?? Infinity);
  return isUsedUp ? { kind: 'rateLimited', retryAfterMs: waitMs } : undefined;
}
