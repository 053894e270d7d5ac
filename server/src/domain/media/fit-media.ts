import type { MediaRule } from '../../platforms/adapter.ts';
import type { ByteSource } from '../../imaging/byte-source.ts';
import { renderingVersion, type MadeVideo } from '../../imaging/imaging.ts';
import { sha256 } from '../../kernel/crypto/secret.ts';
import { scopeOf } from '../access.ts';
import type { Ctx } from '../context.ts';
import { keptMs } from './limits.ts';
import { mediaItemOf, type MediaItem } from './media-item.ts';
import { finishMedia } from './media-store.ts';
import { newMediaKey } from './upload/new-media-key.ts';
import { findRendition, insertRendition } from './rendition-store.ts';
import { requireSpace } from './space/require-space.ts';
import { reserveMedia } from './upload/reserve-media.ts';
import { storedFacts, storeFile } from './upload/store-file.ts';

type Fitted =
  | { kind: 'fits'; item: MediaItem; changes: readonly string[] }
  | { kind: 'misfit'; rule: 'mediaType' | 'mediaSize' | 'mediaDuration'; reason: string };
type Wish = { rule: MediaRule; name: string };

/** The file itself where the network takes it as it is, else a rendition that it takes: made once, kept by content and rule. */
export async function fitMedia(ctx: Ctx, item: MediaItem, rule: MediaRule): Promise<Fitted> {
  const isKind = isTakenKind(item, rule);
  if (isKind && item.sizeBytes <= rule.sizeBytesMax) return { kind: 'fits', item, changes: [] };
  const { type } = item;
  if ((type !== 'image' && type !== 'video') || !ctx.imaging.conversions[type]) {
    const fault = isKind ? 'mediaSize' : 'mediaType';
    return { kind: 'misfit', rule: fault, reason: `The network takes no such file (${item.contentType})` };
  }
  const wish = { rule, name: ruleName(rule) };
  const kept = await findKept(ctx, item, wish);
  if (kept !== undefined) return kept;
  const made = type === 'image' ? await renderImage(ctx, item, wish) : await renderVideo(ctx, item, wish);
  if (made.kind === 'asIs') return { kind: 'fits', item, changes: [] };
  if (made.kind === 'impossible') return { kind: 'misfit', rule: made.rule, reason: made.reason };
  const fitted = await findKept(ctx, item, wish);
  if (fitted === undefined) throw new Error('a rendition just made is gone');
  return fitted;
}

/** Container and, where it is known, codec. */
function isTakenKind({ contentType, videoCodec }: MediaItem, { contentTypes, videoCodecs }: MediaRule): boolean {
  const isCoded = videoCodecs === undefined || videoCodec === undefined || videoCodecs.includes(videoCodec);
  return contentTypes.includes(contentType) && isCoded;
}

async function renderImage(ctx: Ctx, item: MediaItem, wish: Wish) {
  const made = await ctx.imaging.render(sourceOf(ctx, item), wish.rule);
  if (made.kind !== 'rendered') return made;
  const { contentType, bytes, changes } = made;
  await keep(ctx, item, { wish, made: { contentType, changes, sizeBytes: bytes.length, open: () => once(bytes) } });
  return made;
}

async function renderVideo(ctx: Ctx, item: MediaItem, wish: Wish) {
  // Its copy and what is made of it lie on the same disk for a while.
  await requireSpace(ctx, 'posts');
  return await ctx.imaging.renderVideo({
    key: [scopeOf(ctx.caller).ownerId, item.checksum, wish.name].join(' '),
    source: sourceOf(ctx, item),
    rule: wish.rule,
    keep: (made) => keep(ctx, item, { wish, made }),
  });
}

type Made = Pick<MadeVideo, 'sizeBytes' | 'changes' | 'open'> & { contentType: string };

async function keep(ctx: Ctx, item: MediaItem, { wish, made }: { wish: Wish; made: Made }): Promise<void> {
  const { contentType, sizeBytes, changes } = made;
  const { sizeBytesMax } = wish.rule;
  const { type, checksum } = item;
  const key = await newMediaKey(ctx, extensions[contentType]);
  await reserveMedia(ctx, { key, kind: 'rendition', filename: item.key, content_type: contentType, type, keptMs });
  // Renditions count towards the quota but are never refused: the post was accepted with its file.
  const incoming = { key, source: made.open(), contentType, sizeBytes, sizeBytesMax, quotaBytes: Infinity };
  const file = await storeFile(ctx, incoming);
  const scope = scopeOf(ctx.caller);
  await finishMedia(ctx.db, scope, { key, facts: storedFacts(file) });
  await insertRendition(ctx.db, scope, { checksum, rule: wish.name, mediaKey: key, changes });
}

/** To the reader it is the same picture. */
async function findKept(ctx: Ctx, item: MediaItem, { name }: Wish): Promise<Fitted | undefined> {
  const { checksum, title } = item;
  const kept = await findRendition(ctx.db, scopeOf(ctx.caller), { checksum, rule: name, keptMs });
  return kept && { kind: 'fits', item: { ...mediaItemOf(kept.row, title), checksum }, changes: kept.changes };
}

function sourceOf(ctx: Ctx, { key, sizeBytes }: MediaItem): ByteSource {
  return { sizeBytes, open: (range) => ctx.storage.open(key, range) };
}

const extensions: Readonly<Record<string, string>> = {
  'image/jpeg': 'jpg',
  'image/png': 'png',
  'image/webp': 'webp',
  'video/mp4': 'mp4',
};

/** What may be made of a file, and of which length: another network with the same rule gets the same rendition. */
function ruleName({ contentTypes, videoCodecs, sizeBytesMax, widthMax, ratio, durationMs }: MediaRule): string {
  const rule = [renderingVersion, contentTypes, videoCodecs, sizeBytesMax, widthMax, ratio, durationMs];
  return sha256(JSON.stringify(rule)).toString('hex');
}

async function* once(bytes: Uint8Array): AsyncGenerator<Uint8Array> {
  yield bytes;
}
