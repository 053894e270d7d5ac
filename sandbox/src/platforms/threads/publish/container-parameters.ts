import type { Call } from '../../../core/platform.ts';
import type { Parameters } from '../../../core/wire/parameters.ts';
import { refuse, refuseParameter } from '../../meta/errors.ts';
import type { ContainerKind } from './containers.ts';
import { limits } from '../limits.ts';
import { countLinks, lengthOf } from './measure.ts';
import { publishErrors } from './publish-errors.ts';

export const containerParameters = {
  media_type: 'string!',
  text: 'string',
  image_url: 'string',
  video_url: 'string',
  alt_text: 'string',
  is_carousel_item: 'boolean',
  children: 'array',
  reply_to_id: 'id',
  reply_control: 'string',
  link_attachment: 'string',
  topic_tag: 'string',
} as const;

export type ContainerValues = Parameters<typeof containerParameters>;

const always = ['media_type', 'is_carousel_item'];
const ofPosts = ['text', 'reply_to_id', 'reply_control', 'topic_tag'];
const admitted: Readonly<Record<ContainerKind, readonly string[]>> = {
  text: [...ofPosts, 'link_attachment'],
  image: [...ofPosts, 'image_url', 'alt_text'],
  video: [...ofPosts, 'video_url', 'alt_text'],
  carousel: [...ofPosts, 'children'],
  item: ['image_url', 'video_url', 'alt_text'],
};

const needed = { TEXT: 'text', IMAGE: 'image_url', VIDEO: 'video_url', CAROUSEL: 'children' } as const;
type MediaType = keyof typeof needed;
const kinds: Readonly<Record<MediaType, ContainerKind>> = {
  TEXT: 'text',
  IMAGE: 'image',
  VIDEO: 'video',
  CAROUSEL: 'carousel',
};

const audiences = [
  ...['everyone', 'accounts_you_follow', 'mentioned_only'],
  ...['parent_post_author_only', 'followers_only'],
];

export function checkContainer(call: Call, values: ContainerValues): ContainerKind {
  const type = typeOf(call, values);
  const kind = values.is_carousel_item === true ? 'item' : kinds[type];
  if (kind === 'item' && type !== 'IMAGE' && type !== 'VIDEO') {
    refuseParameter(call, 'Invalid parameter', 'An item of a carousel is an IMAGE or a VIDEO.');
  }
  const stray = Object.keys(values).find((name) => !always.includes(name) && !admitted[kind].includes(name));
  if (stray !== undefined) refuseParameter(call, 'Invalid parameter', `${stray} cannot be set on this kind of media.`);
  checkSource(call, type, values);
  checkText(call, values);
  checkDetails(call, values);
  return kind;
}

function typeOf(call: Call, { media_type: name }: ContainerValues): MediaType {
  const types = Object.keys(needed) as MediaType[];
  return (
    types.find((type) => type === name) ??
    refuseParameter(call, `Param media_type must be one of {${types.join(', ')}} - got "${name}".`)
  );
}

function checkSource(call: Call, type: MediaType, values: ContainerValues): void {
  const name = needed[type];
  const isThere =
    name === 'text' ? values.text?.trim() !== '' && values.text !== undefined : values[name] !== undefined;
  if (!isThere) refuseParameter(call, `The parameter ${name} is required.`);
  if (type === 'IMAGE' && values.video_url !== undefined) refuseBoth(call);
  if (type === 'VIDEO' && values.image_url !== undefined) refuseBoth(call);
}

function refuseBoth(call: Call): never {
  refuseParameter(call, 'Invalid parameter', 'Only one of image_url and video_url can be set.');
}

function checkText(call: Call, { text = '', link_attachment: link }: ContainerValues): void {
  if (lengthOf(text) > limits.textLength) {
    refuseParameter(call, `Param text must be at most ${limits.textLength} characters long.`);
  }
  if (link !== undefined && !(/^https?:\/\//.test(link) && URL.canParse(link))) {
    refuseParameter(call, 'Param link_attachment must be a valid URI');
  }
  if (countLinks(text, link) > limits.links) refuse(call, publishErrors.tooManyLinks());
}

function checkDetails(call: Call, values: ContainerValues): void {
  const { alt_text = '', reply_control: audience = 'everyone', topic_tag: topic } = values;
  if ([...alt_text].length > limits.altTextCharacters) {
    refuseParameter(call, `Param alt_text must be at most ${limits.altTextCharacters} characters long.`);
  }
  if (!audiences.includes(audience)) {
    refuseParameter(call, `Param reply_control must be one of {${audiences.join(', ')}} - got "${audience}".`);
  }
  const isTopic = topic === undefined || /^[^.&]{1,50}$/u.test(topic);
  if (!isTopic) refuse(call, publishErrors.topicTag());
}
