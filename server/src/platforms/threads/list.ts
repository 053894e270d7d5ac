import { Type, type Static } from 'typebox';
import { responseReader } from '../shared/response-reader.ts';
import { GraphId, listItems } from '../meta/client.ts';
import { readOwnObject } from '../meta/external-posts.ts';
import type { MetaAccountCall } from '../meta/call.ts';
import type { GraphFailure } from '../meta/graph.ts';
import { webUrl } from '../shared/platform-text.ts';

const Text = Type.Optional(Type.String());
const Part = { media_type: Text, media_url: Text, thumbnail_url: Text };
const Item = Type.Object({
  id: GraphId,
  timestamp: Type.String(),
  text: Text,
  permalink: Text,
  ...Part,
  children: Type.Optional(Type.Object({ data: Type.Array(Type.Object(Part)) })),
});
const readItem = responseReader(Item);

type ListedPart = { type: 'image' | 'video'; url: string | undefined; thumbnail: string | undefined };
export type ListedThread = {
  id: string;
  url: string | undefined;
  publishedAt: Date;
  text: string;
  media: readonly ListedPart[];
};

const fields =
  'id,media_type,media_url,permalink,text,timestamp,thumbnail_url,children{id,media_type,media_url,thumbnail_url}';

type ThreadList = { kind: 'items'; items: ListedThread[] } | GraphFailure;

export async function listThreads(call: MetaAccountCall, limit: number): Promise<ThreadList> {
  const path = `${call.account.providerAccountId}/threads`;
  const list = await listItems(call, { path, query: { fields, limit: String(Math.min(limit, 100)) }, read: readItem });
  return list.kind === 'items' ? { kind: 'items', items: list.items.flatMap(toListed) } : list;
}

export async function findThread(call: MetaAccountCall, id: string): Promise<ThreadList> {
  const result = await readOwnObject(call, { id, fields, read: readItem });
  return result.kind === 'items' ? { kind: 'items', items: result.items.flatMap(toListed) } : result;
}

function toListed(item: Static<typeof Item>): ListedThread[] {
  const publishedAt = new Date(item.timestamp);
  if (Number.isNaN(publishedAt.getTime())) return [];
  const { id, text = '', permalink } = item;
  return [{ id: String(id), url: webUrl(permalink), publishedAt, text, media: mediaOf(item) }];
}

function mediaOf(item: Static<typeof Item>): ListedPart[] {
  const parts = item.children?.data ?? [item];
  return parts.flatMap(({ media_type: type, media_url: url, thumbnail_url: thumbnail }) => {
    if (type !== 'IMAGE' && type !== 'VIDEO') return [];
    return [
      {
        type: type === 'VIDEO' ? ('video' as const) : ('image' as const),
        url: webUrl(url),
        thumbnail: webUrl(thumbnail),
      },
    ];
  });
}
