import { Type } from 'typebox';
import { responseReader } from '../shared/response-reader.ts';
import type { ContainerStatus } from '../meta/containers.ts';
import type { GraphFailure } from '../meta/graph.ts';
import { platformText } from '../shared/platform-text.ts';
import type { MetaAccountCall } from '../meta/call.ts';
import { callAsAccount } from '../meta/client.ts';

const Codes = Type.Enum(['IN_PROGRESS', 'FINISHED', 'PUBLISHED', 'ERROR', 'EXPIRED']);
const read = responseReader(Type.Object({ status_code: Codes, status: Type.Optional(Type.Unknown()) }));

export async function readContainer(call: MetaAccountCall, id: string): Promise<ContainerStatus | GraphFailure> {
  const reply = await callAsAccount(call, id, { query: { fields: 'status_code,status' } });
  if (reply.kind !== 'ok') return reply;
  const body = read(reply.json);
  if (body === undefined) return { kind: 'lost', reason: 'the status could not be parsed' };
  const text = platformText(body.status) ?? body.status_code;
  const [subcode] = /\b2207\d{3}\b/.exec(text) ?? [];
  return {
    kind: 'status',
    code: body.status_code,
    text,
    subcode: subcode === undefined ? undefined : Number(subcode),
  };
}
