import { Type, type Static } from 'typebox';
import { responseReader } from '../shared/response-reader.ts';
import type { MetaAccountCall } from '../meta/call.ts';
import { GraphId, listItems } from '../meta/client.ts';
import { readOwnObject } from '../meta/external-posts.ts';
import type { GraphFailure } from '../meta/graph.ts';

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
const readItem = responseReader(Item);

export type ListedMedia = Static<typeof Item> & { publishedAt: Date };

const fields = {
  media:
    'id,caption,media_type,media_url,thumbnail_url,permalink,timestamp,children{id,media_type,media_url,thumbnail_url}',
  stories: 'id,caption,media_type,media_url,thumbnail_url,permalink,timestamp',
};

type MediaList = { kind: 'items'; items: ListedMedia[] } | GraphFailure;

export async function listMedia(
  call: MetaAccountCall,
  { edge, limit }: { edge: 'media' | 'stories'; limit: number },
): Promise<MediaList> {
  const path = `${call.account.providerAccountId}/${edge}`;
  const list = await listItems(call, { path, query: { fields: fields[edge], limit: String(limit) }, read: readItem });
  return list.kind === 'items' ? { kind: 'items', items: list.items.flatMap(dated) } : list;
}

export async function findMedia(call: MetaAccountCall, id: string): Promise<MediaList> {
  const result = await readOwnObject(call, { id, fields: fields.media, read: readItem });
  return result.kind === 'items' ? { kind: 'items', items: result.items.flatMap(dated) } : result;
}

function dated(item: Static<typeof Item>): ListedMedia[] {
  const publishedAt = new Date(item.timestamp);
  return Number.isNaN(publishedAt.getTime()) ? [] : [{ ...item, publishedAt }];
}
