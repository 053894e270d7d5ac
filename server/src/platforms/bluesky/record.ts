import type { MediaFacts, Post } from '../adapter.ts';
import { readOptions } from '../shared/read-options.ts';
import type { BlobJson } from './blob.ts';
import type { Facet } from './facets.ts';
import type { LinkCard } from './publish-state.ts';
import { options } from './options.ts';

type RecordParts = { createdAt: Date; facets: readonly Facet[]; blobs: readonly BlobJson[]; card: LinkCard | null };

export function toRecord(post: Post, { createdAt, facets, blobs, card }: RecordParts): Record<string, unknown> {
  const { languages = [] } = readOptions(options, post.settings).options;
  const embed = embedOf(post, blobs, card);
  return {
    $type: 'app.bsky.feed.post',
    text: post.text,
    createdAt: createdAt.toISOString(),
    ...(languages.length === 0 ? {} : { langs: languages }),
    ...(facets.length === 0 ? {} : { facets }),
    ...(embed === undefined ? {} : { embed }),
  };
}

function embedOf(post: Post, blobs: readonly BlobJson[], card: LinkCard | null): object | undefined {
  const { altTexts = [] } = readOptions(options, post.settings).options;
  const [first] = post.media;
  if (first === undefined) return card === null ? undefined : external(card);
  if (first.type === 'video') {
    const alt = altTexts[0] ?? '';
    return {
      $type: 'app.bsky.embed.video',
      video: blobs[0],
      ...(alt === '' ? {} : { alt }),
      ...aspectRatio(first),
    };
  }
  const images = blobs.map((image, index) => ({
    image,
    alt: altTexts[index] ?? '',
    ...aspectRatio(post.media[index] ?? first),
  }));
  return { $type: 'app.bsky.embed.images', images };
}

function external({ uri, title, description, thumb }: LinkCard): object {
  return {
    $type: 'app.bsky.embed.external',
    external: { uri, title, description, ...(thumb === null ? {} : { thumb }) },
  };
}

function aspectRatio({ width, height }: MediaFacts): object {
  return width === undefined || height === undefined ? {} : { aspectRatio: { width, height } };
}
