import type { Post } from '../adapter.ts';
import { readOptions } from '../shared/read-options.ts';
import type { LinkedinAccountCall } from './call.ts';
import { articleOf } from './article.ts';
import type { Uploads } from './publish-state.ts';
import { toLittleText } from './little-text.ts';
import { options, titleMax } from './options.ts';
import { resharedUrn } from './reshare.ts';
import { authorUrn } from './urns.ts';

export function postFields(call: LinkedinAccountCall, post: Post, { assets }: Uploads): object {
  const { visibility = 'PUBLIC', reshareUrl } = optionsOf(post);
  const parent = reshareUrl === undefined ? undefined : resharedUrn(reshareUrl);
  const content =
    parent === undefined
      ? contentOf(
          post,
          assets.map(({ urn }) => urn),
        )
      : undefined;
  return {
    author: authorUrn(call),
    commentary: toLittleText(post.text),
    visibility,
    distribution: {
      feedDistribution: 'MAIN_FEED',
      targetEntities: [],
      thirdPartyDistributionChannels: [],
    },
    ...(content === undefined ? {} : { content }),
    lifecycleState: 'PUBLISHED',
    isReshareDisabledByAuthor: false,
    ...(parent === undefined ? {} : { reshareContext: { parent } }),
  };
}

function optionsOf({ settings }: Post) {
  return readOptions(options, settings).options;
}

function contentOf(post: Post, urns: readonly string[]): object | undefined {
  const [id, ...others] = urns;
  if (id === undefined) {
    const article = optionsOf(post).disableLinkPreview === true ? undefined : articleOf(post.text);
    return article && { article };
  }
  if (others.length > 0) return { multiImage: { images: urns.map((urn) => ({ id: urn })) } };
  const title = titleOf(post);
  return { media: { id, ...(title === '' ? {} : { title }) } };
}

function titleOf(post: Post): string {
  const { videoTitle, documentTitle } = optionsOf(post);
  const type = post.media[0]?.type;
  if (type === 'video') return videoTitle ?? post.title;
  if (type !== 'document') return '';
  // LinkedIn requires a title for documents.
  const [line = ''] = post.text.trim().split('\n');
  const named = [documentTitle, post.title, [...line].slice(0, titleMax).join('').trim()];
  return named.find((one) => one !== undefined && one !== '') ?? 'Document';
}
