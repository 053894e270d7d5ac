import type { MediaRule } from '../../platforms/adapter.ts';
import type { ByteSource } from '../../imaging/read/byte-source.ts';
import { renderingVersion, type RenderedVideo } from '../../imaging/imaging.ts';
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

export async function fitMedia(ctx: Ctx, item: MediaItem, rule: MediaRule): Promise<Fitted> {
  const isKind = isTakenKind(item, rule);
  if (isKind && item.sizeBytes <= rule.sizeBytesMax) return { kind: 'fits', item, changes: [] };
  const { type } = item;
  if ((type !== 'image' && type !== 'video') || !ctx.imaging.conversions[type]) {
    const fault = isKind ? 'mediaSize' : 'mediaType';
    return { kind: 'misfit', rule: fault, reason: `The platform does not accept files of type ${item.contentType}` };
  }
  const wish = { rule, name: ruleName(rule) };
  const existing = await findExisting(ctx, item, wish);
  if (existing !== undefined) return existing;
  const rendition = type === 'image' ? await renderImage(ctx, item, wish) : await renderVideo(ctx, item, wish);
  if (rendition.kind === 'asIs') return { kind: 'fits', item, changes: [] };
  if (rendition.kind === 'impossible') return { kind: 'misfit', rule: rendition.rule, reason: rendition.reason };
  const fitted = await findExisting(ctx, item, wish);
  if (fitted === undefined) throw new Error('a new rendition could not be read back');
  return fitted;
}

function isTakenKind({ contentType, videoCodec }: MediaItem, { contentTypes, videoCodecs }: MediaRule): boolean {
  const isCoded = videoCodecs === undefined || videoCodec === undefined || videoCodecs.includes(videoCodec);
  return contentTypes.includes(contentType) && isCoded;
}

async function renderImage(ctx: Ctx, item: MediaItem, wish: Wish) {
  const rendition = await ctx.imaging.render(sourceOf(ctx, item), wish.rule);
  if (rendition.kind !== 'rendered') return rendition;
  const { contentType, bytes, changes } = rendition;
  await keep(ctx, item, {
    wish,
    rendition: { contentType, changes, sizeBytes: bytes.length, open: () => once(bytes) },
  });
  return rendition;
}

async function renderVideo(ctx: Ctx, item: MediaItem, wish: Wish) {
  // The conversion needs space for a copy and the result.
  await requireSpace(ctx, 'posts');
  return await ctx.imaging.renderVideo({
    key: [scopeOf(ctx.caller).ownerId, item.checksum, wish.name].join(' '),
    source: sourceOf(ctx, item),
    rule: wish.rule,
    keep: (rendition) => keep(ctx, item, { wish, rendition }),
  });
}

type NewRendition = Pick<RenderedVideo, 'sizeBytes' | 'changes' | 'open'> & { contentType: string };

async function keep(
  ctx: Ctx,
  item: MediaItem,
  { wish, rendition }: { wish: Wish; rendition: NewRendition },
): Promise<void> {
  const { contentType, sizeBytes, changes } = rendition;
  const { sizeBytesMax } = wish.rule;
  const { type, checksum } = item;
  const key = await newMediaKey(ctx, extensions[contentType]);
  await reserveMedia(ctx, { key, kind: 'rendition', filename: item.key, contentType, type, keptMs });
  // The quota never refuses renditions, because the post was already accepted.
  const incoming = { key, source: rendition.open(), contentType, sizeBytes, sizeBytesMax, quotaBytes: Infinity };
  const file = await storeFile(ctx, incoming);
  const scope = scopeOf(ctx.caller);
  await finishMedia(ctx.db, scope, { key, facts: storedFacts(file) });
  await insertRendition(ctx.db, scope, { checksum, rule: wish.name, mediaKey: key, changes });
}

/** Keeps the original's checksum, so that a rendition counts as the same content. */
async function findExisting(ctx: Ctx, item: MediaItem, { name }: Wish): Promise<Fitted | undefined> {
  const { checksum, title } = item;
  const rendition = await findRendition(ctx.db, scopeOf(ctx.caller), { checksum, rule: name, keptMs });
  return (
    rendition && { kind: 'fits', item: { ...mediaItemOf(rendition.row, title), checksum }, changes: rendition.changes }
  );
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

/** Platforms with the same rule share a rendition. */
function ruleName({ contentTypes, videoCodecs, sizeBytesMax, widthMax, ratio, durationMs }: MediaRule): string {
  const rule = [renderingVersion, contentTypes, videoCodecs, sizeBytesMax, widthMax, ratio, durationMs];
  return sha256(JSON.stringify(rule)).toString('hex');
}

async function* once(bytes: Uint8Array): AsyncGenerator<Uint8Array> {
  yield bytes;
}
