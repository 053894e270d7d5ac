import { Type } from 'typebox';
import type { AccountCall, Call } from '../adapter.ts';
import { answerReader } from '../shared/answer-reader.ts';
import { callGraph, type GraphFailure, type GraphReply } from '../shared/meta-graph.ts';

type Texts = Readonly<Record<string, string>>;
type Parameters = { query?: Texts; form?: Texts };

/** Ids become parts of paths. */
export const GraphId = Type.Union([Type.String({ pattern: '^\\w{1,100}$' }), Type.Integer({ minimum: 1 })]);

/** As the account, which the header says: addresses end up in logs. */
export async function callAsAccount(call: AccountCall, path: string, parameters: Parameters): Promise<GraphReply> {
  const token = call.account.tokens?.accessToken ?? '';
  return await callGraph(call.http, { url: graphUrl(call, path), token, ...parameters });
}

export function graphUrl({ hosts, apiVersion }: Pick<Call, 'hosts' | 'apiVersion'>, path: string): string {
  return `${hosts['graph'] ?? ''}/${apiVersion}/${path}`;
}

const readMade = answerReader(Type.Object({ id: GraphId }));

type Made = { kind: 'made'; id: string } | GraphFailure;

/** Posts a form that makes something. */
export async function make(call: AccountCall, path: string, form: Texts): Promise<Made> {
  const reply = await callAsAccount(call, path, { form });
  if (reply.kind !== 'ok') return reply;
  const made = readMade(reply.json);
  return made === undefined
    ? { kind: 'lost', reason: 'the answer names no id' }
    : { kind: 'made', id: String(made.id) };
}
