import { Type } from 'typebox';
import { isJsonObject } from '../../kernel/text/json.ts';
import { responseReader } from '../shared/response-reader.ts';
import type { MetaAccountCall, MetaCall } from './call.ts';
import { callGraph, type GraphFailure, type GraphReply } from './graph.ts';

type Texts = Readonly<Record<string, string>>;
type Parameters = { method?: 'DELETE'; query?: Texts; form?: Texts };

/** Restricted, because IDs are inserted into URL paths. */
export const GraphId = Type.Union([Type.String({ pattern: '^\\w{1,100}$' }), Type.Integer({ minimum: 1 })]);

/** Sends the token in a header, because URLs end up in logs. */
export async function callAsAccount(call: MetaAccountCall, path: string, parameters: Parameters): Promise<GraphReply> {
  const token = call.account.tokens?.accessToken ?? '';
  return await callGraph(call.http, { url: graphUrl(call, path), token, ...parameters });
}

export function graphUrl({ hosts, apiVersion }: Pick<MetaCall, 'hosts' | 'apiVersion'>, path: string): string {
  return `${hosts.graph}/${apiVersion}/${path}`;
}

const readCreated = responseReader(Type.Object({ id: GraphId }));

type Created = { kind: 'created'; id: string } | GraphFailure;

export async function createObject(call: MetaAccountCall, path: string, form: Texts): Promise<Created> {
  const reply = await callAsAccount(call, path, { form });
  if (reply.kind !== 'ok') return reply;
  const created = readCreated(reply.json);
  return created === undefined
    ? { kind: 'lost', reason: 'the response has no ID' }
    : { kind: 'created', id: String(created.id) };
}

type Edge<Item> = { path: string; query: Texts; read(value: unknown): Item | undefined };

type Page<Item> = { kind: 'items'; items: Item[]; cursor: string | undefined };

/** Skips items that cannot be parsed. */
export async function listItems<Item>(
  call: MetaAccountCall,
  { path, query, read }: Edge<Item>,
): Promise<Page<Item> | GraphFailure> {
  const reply = await callAsAccount(call, path, { query });
  if (reply.kind !== 'ok') return reply;
  const { data } = reply.json;
  if (!Array.isArray(data)) return { kind: 'lost', reason: 'the list could not be parsed' };
  const items = data.map((value) => read(withoutNulls(value))).filter((item) => item !== undefined);
  return { kind: 'items', items, cursor: nextCursor(reply.json['paging']) };
}

const cursorLengthMax = 500;

function nextCursor(paging: unknown): string | undefined {
  if (!isJsonObject(paging) || typeof paging['next'] !== 'string' || !isJsonObject(paging['cursors'])) return undefined;
  const { after } = paging['cursors'];
  return typeof after === 'string' && after.length <= cursorLengthMax ? after : undefined;
}

export function pageQuery(
  fields: string,
  { cursor, limit }: { cursor: string | undefined; limit: number },
): Readonly<Record<string, string>> {
  return { fields, limit: String(limit), ...(cursor === undefined ? {} : { after: cursor }) };
}

/** Removes nulls: Graph usually omits empty fields, but has returned null too. */
export function withoutNulls(value: unknown): unknown {
  return isJsonObject(value) ? Object.fromEntries(Object.entries(value).filter(([, one]) => one !== null)) : value;
}
