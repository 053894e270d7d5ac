import { Type } from 'typebox';
import type { DraftPost, Issue, Limits } from '../adapter.ts';
import { checkLimits } from '../shared/check-limits.ts';
import { readOptions, settingsIssue } from '../shared/read-options.ts';
import { textLength } from '../shared/text-length.ts';

const megabyte = 1_000_000;
const photoTitleMax = 90;

const switches = { comments: 'Comments', duet: 'Duet', stitch: 'Stitch' };
const allow = (column: string, description: string) =>
  Type.Optional(Type.Boolean({ 'x-column': column, default: true, description }));
const disable = Type.Optional(Type.Boolean({ description: 'The opposite of its `allow` setting.' }));

export const options = Type.Object({
  privacyLevel: Type.Optional(
    Type.Enum(['publicToEveryone', 'mutualFollowFriends', 'followerOfCreator', 'selfOnly'], {
      'x-column': 'tiktok_privacy',
      description: 'Omitted: the first that the creator may use.',
    }),
  ),
  allowComments: allow('tiktok_allow_comments', 'Whether people may comment.'),
  allowDuet: allow('tiktok_allow_duet', 'Whether people may make duets with the video.'),
  allowStitch: allow('tiktok_allow_stitch', 'Whether people may use parts of the video.'),
  disableComments: Type.Optional(
    Type.Boolean({ 'x-aliases': ['disableComment'], description: 'The opposite of its `allow` setting.' }),
  ),
  disableDuet: disable,
  disableStitch: disable,
  videoCoverTimestampMs: Type.Optional(
    Type.Integer({ minimum: 0, description: 'The moment of the video to use as its cover.' }),
  ),
  uploadAsDraft: Type.Optional(
    Type.Boolean({
      'x-column': 'tiktok_draft',
      default: false,
      description: 'Sends a draft to the inbox of the creator instead of publishing.',
    }),
  ),
  brandContentToggle: Type.Optional(
    Type.Boolean({
      'x-column': 'tiktok_brand_partner',
      default: false,
      description: 'Labels it as paid partnership with a brand.',
    }),
  ),
  brandOrganicToggle: Type.Optional(
    Type.Boolean({
      'x-column': 'tiktok_organic_brand',
      default: false,
      description: "Labels it as promotion of the creator's own business.",
    }),
  ),
});

const rules: Limits['media']['rules'] = [
  {
    type: 'image',
    contentTypes: ['image/jpeg', 'image/webp'],
    sizeBytesMax: 20 * megabyte,
    widthMax: 1080,
  },
  {
    type: 'video',
    contentTypes: ['video/mp4', 'video/quicktime', 'video/webm'],
    sizeBytesMax: 4000 * megabyte,
    isAlone: true,
    durationMs: { min: 0, max: 600_000 },
    videoCodecs: ['avc', 'hevc', 'vp8', 'vp9'],
  },
];

const videoLimits: Limits = { text: { max: 2200, unit: 'utf16' }, media: { isRequired: true, countMax: 10, rules } };
const photoLimits: Limits = { ...videoLimits, text: { max: 4000, unit: 'utf16' } };

export const limits = photoLimits;

export function isVideoPost({ media }: Pick<DraftPost, 'media'>): boolean {
  return media[0]?.type === 'video';
}

export function isDraft({ settings }: Pick<DraftPost, 'settings'>): boolean {
  return settings['uploadAsDraft'] === true;
}

export function limitsOf(post: DraftPost): Limits {
  return isVideoPost(post) || post.media.length === 0 ? videoLimits : photoLimits;
}

export function check(post: DraftPost): Issue[] {
  const { issues } = readOptions(options, post.settings);
  const contradictions = Object.values(switches).flatMap((name) => {
    const [on, off] = [post.settings[`allow${name}`], post.settings[`disable${name}`]];
    if (typeof on !== 'boolean' || on !== off) return [];
    return [settingsIssue(`settings.disable${name}`, `allow${name} and disable${name} contradict each other`)];
  });
  return [...checkLimits(limitsOf(post), post), ...issues, ...contradictions, ...checkPhotoTitle(post)];
}

function checkPhotoTitle(post: DraftPost): Issue[] {
  const actual = textLength(post.title, 'utf16');
  if (isVideoPost(post) || actual <= photoTitleMax) return [];
  const message = `The title has ${actual} UTF-16 units, but at most ${photoTitleMax} are allowed`;
  return [{ rule: 'titleLength', severity: 'error', field: 'title', message, limit: photoTitleMax, actual }];
}

export function isOff(settings: DraftPost['settings'], name: keyof typeof switches): boolean {
  return settings[`allow${switches[name]}`] === false || settings[`disable${switches[name]}`] === true;
}
