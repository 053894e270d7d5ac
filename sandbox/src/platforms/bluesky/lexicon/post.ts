import { refuseRequest } from '../errors.ts';
import { limits } from '../limits.ts';
import type { BlobUse } from '../blobs.ts';
import { formats } from './formats.ts';
import { array, blob, integer, object, string, union, type Check, type Reading } from './schema.ts';

type PostRef = { readonly uri: string; readonly cid: string };
type Facet = { readonly index: { readonly byteStart: number; readonly byteEnd: number } };
type Embed = { readonly $type: string } & Readonly<Record<string, unknown>>;

export type PostRecord = {
  readonly $type: string;
  readonly text: string;
  readonly createdAt: string;
  readonly langs?: readonly string[];
  readonly facets?: readonly Facet[];
  readonly reply?: { readonly root: PostRef; readonly parent: PostRef };
  readonly embed?: Embed;
};

export const postCollection = 'app.bsky.feed.post';

const postRef = object({ uri: string({ format: formats.postUri }), cid: string({ format: formats.cid }) });
const aspectRatio = object({ width: integer(1), height: integer(1) });
const tag = string({ bytesMax: limits.tagBytes, graphemesMax: limits.tagGraphemes });
const image = blob({ accept: 'image/*', sizeBytesMax: limits.imageBytes, isMedia: true });

const mediaEmbeds: Readonly<Record<string, Check>> = {
  'app.bsky.embed.images': object({
    images: array(object({ image, alt: string() }, { aspectRatio }), limits.images),
  }),
  'app.bsky.embed.gallery': object({
    items: array(
      union({ 'app.bsky.embed.gallery#image': object({ image, alt: string(), aspectRatio }) }),
      limits.galleryItems,
    ),
  }),
  'app.bsky.embed.video': object(
    { video: blob({ accept: 'video/mp4', sizeBytesMax: limits.videoBytes, isMedia: true }) },
    {
      alt: string({ bytesMax: limits.videoAltBytes, graphemesMax: limits.videoAltGraphemes }),
      aspectRatio,
      captions: array(
        object({
          lang: string({ format: formats.language }),
          file: blob({ accept: 'text/vtt', sizeBytesMax: limits.captionBytes, isMedia: false }),
        }),
        limits.captions,
      ),
    },
  ),
  'app.bsky.embed.external': object({
    external: object(
      { uri: string({ format: formats.uri }), title: string(), description: string() },
      { thumb: blob({ accept: 'image/*', sizeBytesMax: limits.thumbBytes, isMedia: false }) },
    ),
  }),
};
const recordEmbed = object({ record: postRef });

const facet = object({
  index: object({ byteStart: integer(0), byteEnd: integer(0) }),
  features: array(
    union({
      'app.bsky.richtext.facet#link': object({ uri: string({ format: formats.uri }) }),
      'app.bsky.richtext.facet#mention': object({ did: string({ format: formats.did }) }),
      'app.bsky.richtext.facet#tag': object({ tag }),
    }),
  ),
});

const post = object(
  {
    text: string({ bytesMax: limits.textBytes, graphemesMax: limits.textGraphemes }),
    createdAt: string({ format: formats.datetime }),
  },
  {
    langs: array(string({ format: formats.language }), limits.langs),
    facets: array(facet),
    reply: object({ root: postRef, parent: postRef }),
    embed: union({
      ...mediaEmbeds,
      'app.bsky.embed.record': recordEmbed,
      'app.bsky.embed.recordWithMedia': object({ record: recordEmbed, media: union(mediaEmbeds) }),
    }),
    tags: array(tag, limits.tags),
    labels: union({
      'com.atproto.label.defs#selfLabels': object({ values: array(object({ val: string({ bytesMax: 128 }) }), 10) }),
    }),
  },
);

export function readPost(value: Readonly<Record<string, unknown>>): { record: PostRecord; blobs: readonly BlobUse[] } {
  const type = value['$type'] ?? postCollection;
  if (type !== postCollection) refuseRequest(`Invalid $type: expected ${postCollection}, got ${JSON.stringify(type)}`);
  const reading: Reading = {
    blobs: [],
    fail: (message) => refuseRequest(`Invalid ${postCollection} record: ${message}`),
  };
  post(value, '$.record', reading);
  // Validated above.
  const record = { $type: postCollection, ...value } as PostRecord;
  record.facets?.forEach((each, index) => checkRange(record.text, each, `$.record.facets[${index}].index`, reading));
  return { record, blobs: reading.blobs };
}

/** Real servers accept such ranges, and clients then show garbled links. */
function checkRange(text: string, { index: { byteStart, byteEnd } }: Facet, at: string, reading: Reading): void {
  const bytes = Buffer.from(text);
  const isBoundary = (offset: number): boolean => ((bytes[offset] ?? 0) & 0xc0) !== 0x80;
  if (byteStart >= byteEnd || byteEnd > bytes.length) reading.fail(`Range outside of the text at ${at}`);
  if (!isBoundary(byteStart) || !isBoundary(byteEnd)) reading.fail(`Range splits a character at ${at}`);
}
