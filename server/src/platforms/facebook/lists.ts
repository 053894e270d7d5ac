import { Type, type Static } from 'typebox';
import { isJsonObject } from '../../kernel/text/json.ts';
import { responseReader } from '../shared/response-reader.ts';
import type { MetaAccountCall } from '../meta/call.ts';
import { callAsAccount, GraphId, listItems, withoutNulls } from '../meta/client.ts';
import type { GraphFailure } from '../meta/graph.ts';
import { facebookUrl } from './permalink.ts';

const Text = Type.Optional(Type.String());
const Image = Type.Optional(Type.Object({ image: Type.Optional(Type.Object({ src: Text })) }));
const Part = { media_type: Text, media: Image };
const Attachment = Type.Object({
  ...Part,
  subattachments: Type.Optional(Type.Object({ data: Type.Array(Type.Object(Part)) })),
});
const Common = { id: GraphId, created_time: Type.String(), permalink_url: Text };
const Post = Type.Object({
  ...Common,
  message: Text,
  attachments: Type.Optional(Type.Object({ data: Type.Array(Attachment) })),
});
const Reel = Type.Object({ ...Common, description: Text, picture: Text });
const readPost = responseReader(Post);
const readReel = responseReader(Reel);

type MediaPart = { type: 'image' | 'video'; thumbnail: string | undefined };

export type Listed = {
  id: string;
  url: string | undefined;
  text: string;
  publishedAt: Date;
  media: readonly MediaPart[];
};

type List = { kind: 'items'; items: Listed[] } | GraphFailure;

const postFields = 'id,message,created_time,permalink_url,attachments{media_type,media,subattachments}';
const reelFields = 'id,description,created_time,permalink_url,picture';

export async function listPosts(call: MetaAccountCall, limit: number): Promise<List> {
  const query = { fields: postFields, limit: String(limit) };
  const path = `${call.account.providerAccountId}/published_posts`;
  const list = await listItems(call, { path, query, read: readPost });
  return list.kind === 'items' ? { kind: 'items', items: list.items.flatMap(postOf) } : list;
}

export async function listReels(call: MetaAccountCall, limit: number): Promise<List> {
  const query = { fields: reelFields, limit: String(limit) };
  const path = `${call.account.providerAccountId}/video_reels`;
  const list = await listItems(call, { path, query, read: readReel });
  return list.kind === 'items' ? { kind: 'items', items: list.items.flatMap(reelOf) } : list;
}

const none: List = { kind: 'items', items: [] };

export async function findListed(call: MetaAccountCall, id: string): Promise<List> {
  return id.includes('_') ? await findPost(call, id) : await findReel(call, id);
}

async function findPost(call: MetaAccountCall, id: string): Promise<List> {
  if (!id.startsWith(`${call.account.providerAccountId}_`)) return none;
  const reply = await callAsAccount(call, id, { query: { fields: `${postFields},is_published` } });
  if (reply.kind !== 'ok') return reply;
  const post = readPost(withoutNulls(reply.json));
  if (post === undefined) return unreadable;
  return String(post.id) === id && reply.json['is_published'] !== false ? { kind: 'items', items: postOf(post) } : none;
}

async function findReel(call: MetaAccountCall, id: string): Promise<List> {
  const reply = await callAsAccount(call, id, { query: { fields: `${reelFields},from,published` } });
  // The ID belongs to another kind of object, such as a photo.
  const isOther = reply.kind === 'error' && /nonexisting field/i.test(reply.error.message);
  if (isOther) return none;
  if (reply.kind !== 'ok') return reply;
  const reel = readReel(withoutNulls(reply.json));
  if (reel === undefined) return unreadable;
  const { from, published } = reply.json;
  const isOwn = isJsonObject(from) && from['id'] === call.account.providerAccountId;
  return String(reel.id) === id && isOwn && published !== false ? { kind: 'items', items: reelOf(reel) } : none;
}

const unreadable: List = { kind: 'lost', reason: 'the post could not be parsed' };

function postOf(post: Static<typeof Post>): Listed[] {
  return dated(post, { text: post.message ?? '', media: mediaOf(post.attachments) });
}

function reelOf(reel: Static<typeof Reel>): Listed[] {
  return dated(reel, { text: reel.description ?? '', media: [{ type: 'video', thumbnail: reel.picture }] });
}

type Dated = { id: string | number; created_time: string; permalink_url?: string };

function dated(item: Dated, rest: Pick<Listed, 'text' | 'media'>): Listed[] {
  const publishedAt = new Date(item.created_time);
  if (Number.isNaN(publishedAt.getTime())) return [];
  return [{ id: String(item.id), url: facebookUrl(item.permalink_url), publishedAt, ...rest }];
}

/** Link previews are attachments too. */
function mediaOf(attachments: { data: Static<typeof Attachment>[] } | undefined): MediaPart[] {
  const parts = (attachments?.data ?? []).flatMap((one) => one.subattachments?.data ?? [one]);
  return parts.flatMap(({ media_type: type, media }) =>
    type === 'photo' || type === 'video'
      ? [{ type: type === 'video' ? 'video' : 'image', thumbnail: media?.image?.src }]
      : [],
  );
}
