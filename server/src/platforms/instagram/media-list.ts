import { Type, type Static } from 'typebox';
import { isJsonObject } from '../../kernel/json.ts';
import type { AccountCall } from '../adapter.ts';
import { answerReader } from '../shared/answer-reader.ts';
import type { GraphFailure } from '../shared/meta-graph.ts';
import { callAsAccount, GraphId } from './client.ts';

const Text = Type.Optional(Type.String());
const Part = { media_type: Text, media_url: Text, thumbnail_url: Text };
const Item = Type.Object({
  id: GraphId,
  timestamp: Type.String(),
  caption: Text,
  permalink: Text,
  ...Part,
  children: Type.Optional(Type.Object({ data: Type.Array(Type.Object(Part)) })),
});
const readItem = answerReader(Item);

export type ListedMedia = Static<typeof Item> & { publishedAt: Date };

const fields = {
  media:
    'id,caption,media_type,media_url,thumbnail_url,permalink,timestamp,children{id,media_type,media_url,thumbnail_url}',
  stories: 'id,caption,media_type,media_url,thumbnail_url,permalink,timestamp',
};

/** Newest first; stories have a list of their own. Items that cannot be read are left out. */
export async function listMedia(
  call: AccountCall,
  query: { edge: 'media' | 'stories'; limit: number },
): Promise<{ kind: 'items'; items: ListedMedia[] } | GraphFailure> {
  const { edge, limit } = query;
  const path = `${call.account.providerAccountId}/${edge}`;
  const reply = await callAsAccount(call, path, { query: { fields: fields[edge], limit: String(limit) } });
  if (reply.kind !== 'ok') return reply;
  const { data } = reply.json;
  if (!Array.isArray(data)) return { kind: 'lost', reason: 'a list that cannot be read' };
  return { kind: 'items', items: data.flatMap(toItem) };
}

function toItem(value: unknown): ListedMedia[] {
  // Graph leaves out what is empty, but null has been seen too.
  const given = isJsonObject(value)
    ? Object.fromEntries(Object.entries(value).filter(([, one]) => one !== null))
    : value;
  const item = readItem(given);
  const publishedAt = new Date(item?.timestamp ?? Number.NaN);
  return item === undefined || Number.isNaN(publishedAt.getTime()) ? [] : [{ ...item, publishedAt }];
}
