import { Type, type Static } from 'typebox';
import { responseReader } from '../shared/response-reader.ts';
import { GraphId, listItems } from '../meta/client.ts';
import type { GraphFailure } from '../meta/graph.ts';
import type { FacebookAccountCall } from './call.ts';
import { facebookUrl } from './permalink.ts';

const Text = Type.Optional(Type.String());
const Image = Type.Optional(Type.Object({ image: Type.Optional(Type.Object({ src: Text })) }));
const Part = { media_type: Text, media: Image };
const Attachment = Type.Object({
  ...Part,
  subattachments: Type.Optional(Type.Object({ data: Type.Array(Type.Object(Part)) })),
});
const Common = { id: GraphId, created_time: Type.String(), permalink_url: Text };
const readPost = responseReader(
  Type.Object({
    ...Common,
    message: Text,
    attachments: Type.Optional(Type.Object({ data: Type.Array(Attachment) })),
  }),
);
const readReel = responseReader(Type.Object({ ...Common, description: Text, picture: Text }));

type MediaPart = { type: 'image' | 'video'; thumbnail: string | undefined };

/** A post or a reel. */
export type Listed = {
  id: string;
  url: string | undefined;
  text: string;
  publishedAt: Date;
  media: readonly MediaPart[];
};

type List = { kind: 'items'; items: Listed[] } | GraphFailure;

export async function listPosts(call: FacebookAccountCall, limit: number): Promise<List> {
  const fields = 'id,message,created_time,permalink_url,attachments{media_type,media,subattachments}';
  const query = { fields, limit: String(limit) };
  const path = `${call.account.providerAccountId}/published_posts`;
  const list = await listItems(call, { path, query, read: readPost });
  if (list.kind !== 'items') return list;
  return {
    kind: 'items',
    items: list.items.flatMap((item) => dated(item, { text: item.message ?? '', media: mediaOf(item.attachments) })),
  };
}

export async function listReels(call: FacebookAccountCall, limit: number): Promise<List> {
  const query = { fields: 'id,description,created_time,permalink_url,picture', limit: String(limit) };
  const path = `${call.account.providerAccountId}/video_reels`;
  const list = await listItems(call, { path, query, read: readReel });
  if (list.kind !== 'items') return list;
  return {
    kind: 'items',
    items: list.items.flatMap((item) =>
      dated(item, { text: item.description ?? '', media: [{ type: 'video', thumbnail: item.picture }] }),
    ),
  };
}

type Dated = { id: string | number; created_time: string; permalink_url?: string };

function dated(item: Dated, rest: Pick<Listed, 'text' | 'media'>): Listed[] {
  const publishedAt = new Date(item.created_time);
  if (Number.isNaN(publishedAt.getTime())) return [];
  return [{ id: String(item.id), url: facebookUrl(item.permalink_url), publishedAt, ...rest }];
}

/** Skips link previews, which are attachments too. */
function mediaOf(attachments: { data: Static<typeof Attachment>[] } | undefined): MediaPart[] {
  const parts = (attachments?.data ?? []).flatMap((one) => one.subattachments?.data ?? [one]);
  return parts.flatMap(({ media_type: type, media }) =>
    type === 'photo' || type === 'video'
      ? [{ type: type === 'video' ? 'video' : 'image', thumbnail: media?.image?.src }]
      : [],
  );
}
