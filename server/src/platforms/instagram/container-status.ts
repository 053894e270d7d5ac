import { Type } from 'typebox';
import type { AccountCall } from '../adapter.ts';
import { answerReader } from '../shared/answer-reader.ts';
import type { ContainerStatus } from '../meta/containers.ts';
import type { GraphFailure } from '../meta/graph.ts';
import { networkText } from '../shared/network-text.ts';
import { callAsAccount } from '../meta/client.ts';

const Codes = Type.Enum(['IN_PROGRESS', 'FINISHED', 'PUBLISHED', 'ERROR', 'EXPIRED']);
const read = answerReader(Type.Object({ status_code: Codes, status: Type.Optional(Type.Unknown()) }));

export async function readContainer(call: AccountCall, id: string): Promise<ContainerStatus | GraphFailure> {
  const reply = await callAsAccount(call, id, { query: { fields: 'status_code,status' } });
  if (reply.kind !== 'ok') return reply;
  const answer = read(reply.json);
  if (answer === undefined) return { kind: 'lost', reason: 'a status that cannot be read' };
  const text = networkText(answer.status) ?? answer.status_code;
  const [subcode] = /\b2207\d{3}\b/.exec(text) ?? [];
  return {
    kind: 'status',
    code: answer.status_code,
    text,
    subcode: subcode === undefined ? undefined : Number(subcode),
  };
}
