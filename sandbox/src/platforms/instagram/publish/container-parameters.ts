import type { Call } from '../../../core/platform.ts';
import { checkParameters, isRecord, type Parameters } from '../../../core/wire/parameters.ts';
import { refuse, refuseParameter } from '../../meta/errors.ts';
import type { ContainerKind } from './containers.ts';
import { limits } from '../limits.ts';
import { publishErrors } from './publish-errors.ts';

export const containerParameters = {
  media_type: 'string',
  image_url: 'string',
  video_url: 'string',
  is_carousel_item: 'boolean',
  children: 'array',
  caption: 'string',
  alt_text: 'string',
  user_tags: 'array',
  collaborators: 'array',
  location_id: 'id',
  share_to_feed: 'boolean',
  cover_url: 'string',
  thumb_offset: 'integer',
  audio_name: 'string',
  trial_params: 'object',
  is_ai_generated: 'boolean',
} as const;

export type ContainerValues = Parameters<typeof containerParameters>;

const always = ['media_type', 'is_carousel_item', 'is_ai_generated'];
const admitted: Readonly<Record<ContainerKind, readonly string[]>> = {
  image: ['image_url', 'caption', 'alt_text', 'user_tags', 'collaborators', 'location_id'],
  reel: [
    ...['video_url', 'caption', 'user_tags', 'collaborators', 'location_id'],
    ...['share_to_feed', 'cover_url', 'thumb_offset', 'audio_name', 'trial_params'],
  ],
  story: ['image_url', 'video_url', 'user_tags'],
  item: ['image_url', 'video_url', 'alt_text', 'user_tags'],
  carousel: ['children', 'caption', 'collaborators', 'location_id'],
};

export function checkContainer(call: Call, values: ContainerValues): ContainerKind {
  const kind = kindOf(call, values);
  const stray = Object.keys(values).find((name) => !always.includes(name) && !admitted[kind].includes(name));
  if (stray !== undefined) refuseParameter(call, 'Invalid parameter', `${stray} cannot be set on this kind of media.`);
  checkSource(call, kind, values);
  checkCaption(call, values.caption ?? '');
  checkUserTags(call, kind, values);
  checkCollaborators(call, values.collaborators ?? []);
  checkDetails(call, values);
  return kind;
}

function kindOf(call: Call, values: ContainerValues): ContainerKind {
  const { media_type: type, is_carousel_item: isItem = false } = values;
  const kinds: Readonly<Record<string, ContainerKind>> = isItem
    ? { IMAGE: 'item', VIDEO: 'item' }
    : { IMAGE: 'image', REELS: 'reel', STORIES: 'story', CAROUSEL: 'carousel' };
  const name = type ?? 'IMAGE';
  return (Object.hasOwn(kinds, name) ? kinds[name] : undefined) ?? refuse(call, publishErrors.mediaType(name));
}

function checkSource(call: Call, kind: ContainerKind, values: ContainerValues): void {
  if (values.image_url !== undefined && values.video_url !== undefined) {
    refuseParameter(call, 'Invalid parameter', 'Only one of image_url and video_url can be set.');
  }
  const needed = neededSources(kind, values.media_type);
  if (needed.every((name) => values[name] === undefined)) {
    refuseParameter(call, `The parameter ${needed.join(' or ')} is required.`);
  }
}

function neededSources(kind: ContainerKind, mediaType: string | undefined) {
  if (kind === 'carousel') return ['children'] as const;
  if (kind === 'story') return ['image_url', 'video_url'] as const;
  return kind === 'reel' || mediaType === 'VIDEO' ? (['video_url'] as const) : (['image_url'] as const);
}

function checkCaption(call: Call, caption: string): void {
  const { length } = [...caption];
  if (length > limits.captionCharacters) {
    refuse(call, publishErrors.captionTooLong(length, limits.captionCharacters));
  }
  if (countHashtags(caption) > limits.captionHashtags) refuse(call, publishErrors.tooManyTags(limits.captionHashtags));
  const mentions = caption.match(/(?<![\w.])@[\w.]+/g) ?? [];
  if (mentions.length > limits.captionMentions) refuse(call, publishErrors.tooManyTags(limits.captionMentions));
}

export const countHashtags = (text: string): number => text.match(/#[\p{L}\p{N}_]+/gu)?.length ?? 0;

function checkUserTags(call: Call, kind: ContainerKind, { user_tags: tags = [], ...values }: ContainerValues): void {
  if (tags.length > limits.userTags) refuse(call, publishErrors.tooManyTags(limits.userTags));
  const canHaveLocation = kind !== 'story' && values.image_url !== undefined;
  for (const tag of tags) {
    if (!isRecord(tag)) refuseParameter(call, 'Param user_tags must be an array of objects');
    const { x, y, ...rest } = tag;
    if (!checkParameters(rest, { username: 'string!' }).ok) {
      refuseParameter(call, 'Invalid parameter', 'A user tag needs a username, and x and y on images.');
    }
    const isRight = canHaveLocation
      ? isShare(x) && isShare(y)
      : (x === undefined && y === undefined) || kind === 'story';
    if (!isRight) {
      refuseParameter(call, 'Invalid parameter', 'User tag positions must be between 0.0 and 1.0, and only on images.');
    }
  }
}

const isShare = (value: unknown): boolean => typeof value === 'number' && value >= 0 && value <= 1;

function checkCollaborators(call: Call, collaborators: readonly unknown[]): void {
  if (!collaborators.every((name) => typeof name === 'string' && /^[a-z0-9._]{1,30}$/i.test(name))) {
    refuseParameter(call, 'Param collaborators must be an array of usernames');
  }
  if (collaborators.length > limits.collaborators) {
    refuseParameter(call, 'Invalid parameter', `Up to ${limits.collaborators} collaborators can be invited.`);
  }
}

function checkDetails(call: Call, values: ContainerValues): void {
  const { alt_text = '', thumb_offset = 0, location_id = '0', trial_params } = values;
  if ([...alt_text].length > limits.altTextCharacters) {
    refuseParameter(call, 'Invalid parameter', `alt_text cannot exceed ${limits.altTextCharacters} characters.`);
  }
  if (alt_text !== '' && values.video_url !== undefined) {
    refuseParameter(call, 'Invalid parameter', 'alt_text cannot be set on videos.');
  }
  if (thumb_offset < 0) refuse(call, publishErrors.thumbOffset());
  if (!/^\d+$/.test(location_id)) refuseParameter(call, 'Param location_id must be a valid ID');
  if (trial_params === undefined) return;
  const { graduation_strategy: strategy, ...stray } = trial_params;
  if (Object.keys(stray).length > 0 || !['MANUAL', 'SS_PERFORMANCE'].includes(String(strategy))) {
    refuseParameter(call, 'Invalid parameter', 'trial_params needs a graduation_strategy: MANUAL or SS_PERFORMANCE.');
  }
}
