import type { Statistics } from '../../core/state/statistics.ts';
import { isRecord } from '../../core/wire/parameters.ts';
import type { Person } from './people.ts';
import { uriOf, type Post } from './posts.ts';

const cdn = 'https://cdn.bsky.app/img';

export function basicProfile(person: Person) {
  return {
    did: person.did,
    handle: person.handle,
    displayName: person.displayName,
    avatar: `${cdn}/avatar/plain/${person.did}/avatar@jpeg`,
    viewer: { muted: false, blockedBy: false },
    labels: [],
    createdAt: '2026-01-01T00:00:00.000Z',
  };
}

export function postView(person: Person, post: Post, { likes, comments, shares, saves }: Statistics) {
  const embed = post.record.embed && embedView(person, post.record.embed);
  return {
    uri: uriOf(person.did, post.rkey),
    cid: post.cid,
    author: basicProfile(person),
    record: post.record,
    ...(embed && { embed }),
    bookmarkCount: saves,
    replyCount: comments,
    repostCount: shares,
    likeCount: likes,
    quoteCount: 0,
    indexedAt: new Date(post.indexedAt).toISOString(),
    viewer: { bookmarked: false, threadMuted: false, embeddingDisabled: false },
    labels: [],
  };
}

type Embed = { readonly $type: string } & Readonly<Record<string, unknown>>;

function embedView({ did }: Person, embed: Embed): Record<string, unknown> | undefined {
  const $type = `${embed.$type}#view`;
  const thumb = (blob: unknown): string => `${cdn}/feed_thumbnail/plain/${did}/${linkOf(blob)}@jpeg`;
  const picture = (item: unknown) => {
    const { image, alt, aspectRatio } = isRecord(item) ? item : {};
    const fullsize = `${cdn}/feed_fullsize/plain/${did}/${linkOf(image)}@jpeg`;
    return { thumb: thumb(image), fullsize, alt, ...(aspectRatio !== undefined && { aspectRatio }) };
  };
  switch (embed.$type) {
    case 'app.bsky.embed.images':
      return { $type, images: listOf(embed['images']).map(picture) };
    case 'app.bsky.embed.gallery':
      return { $type, items: listOf(embed['items']).map(picture) };
    case 'app.bsky.embed.video': {
      const cid = linkOf(embed['video']);
      const base = `https://video.bsky.app/watch/${encodeURIComponent(did)}/${cid}`;
      return { $type, cid, playlist: `${base}/playlist.m3u8`, thumbnail: `${base}/thumbnail.jpg` };
    }
    case 'app.bsky.embed.external': {
      const external = isRecord(embed['external']) ? embed['external'] : {};
      const { thumb: blob, ...rest } = external;
      return { $type, external: { ...rest, ...(blob !== undefined && { thumb: thumb(blob) }) } };
    }
    default:
      return undefined;
  }
}

const listOf = (value: unknown): readonly unknown[] => (Array.isArray(value) ? value : []);

function linkOf(blob: unknown): string {
  const ref = isRecord(blob) ? blob['ref'] : undefined;
  return isRecord(ref) ? String(ref['$link']) : '';
}
