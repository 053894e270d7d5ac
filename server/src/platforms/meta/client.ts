import { Type } from 'typebox';
import { isJsonObject } from '../../kernel/text/json.ts';
import type { AccountCall, Call } from '../adapter.ts';
import { answerReader } from '../shared/answer-reader.ts';
import { callGraph, type GraphFailure, type GraphReply } from './graph.ts';

type Texts = Readonly<Record<string, string>>;
type Parameters = { method?: 'DELETE'; query?: Texts; form?: Texts };

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

type Edge<Item> = { path: string; query: Texts; read(value: unknown): Item | undefined };

/** One page of what hangs on an object, as the network orders it. Items that cannot be read are left out. */
export async function listItems<Item>(
  call: AccountCall,
  { path, query, read }: Edge<Item>,
): Promise<{ kind: 'items'; items: Item[] } | GraphFailure> {
  const reply = await callAsAccount(call, path, { query });
  if (reply.kind !== 'ok') return reply;
  const { data } = reply.json;
  if (!Array.isArray(data)) return { kind: 'lost', reason: 'a list that cannot be read' };
  return { kind: 'items', items: data.map((value) => read(withoutNulls(value))).filter((item) => item !== undefined) };
}

/** Graph leaves out what is empty, but null has been seen too. */
export function withoutNulls(value: unknown): unknown {
  return isJsonObject(value) ? Object.fromEntries(Object.entries(value).filter(([, one]) => one !== null)) : value;
}
