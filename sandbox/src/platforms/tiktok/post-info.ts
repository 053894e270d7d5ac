import type { Call } from '../../core/platform.ts';
import { readBody } from './api-route.ts';
import { refuse, refuseParameter } from './errors.ts';
import { limits, type PrivacyLevel } from './limits.ts';
import type { Person } from './persons.ts';

const common = {
  title: 'string',
  privacy_level: 'string',
  disable_comment: 'boolean',
  brand_content_toggle: 'boolean',
  brand_organic_toggle: 'boolean',
} as const;

const videoShape = {
  ...common,
  disable_duet: 'boolean',
  disable_stitch: 'boolean',
  video_cover_timestamp_ms: 'integer',
  is_aigc: 'boolean',
} as const;

const photoShape = { ...common, description: 'string', auto_add_music: 'boolean' } as const;

type PostInfo = { readonly title: string; readonly description: string; readonly privacyLevel?: PrivacyLevel };

export function readVideoInfo(call: Call, person: Person, value: unknown): PostInfo {
  const info = readBody(call, value, videoShape, 'post_info');
  checkLength(call, 'title', info.title, limits.titleUnits);
  if ((info.video_cover_timestamp_ms ?? 0) < 0) refuseParameter(call, 'post_info.video_cover_timestamp_ms is negative');
  return { title: info.title ?? '', description: '', ...privacyOf(call, person, info.privacy_level) };
}

/** The creator sets a draft's options. */
export function readPhotoInfo(
  call: Call,
  person: Person,
  { value, isDraft }: { value: unknown; isDraft: boolean },
): PostInfo {
  const info = readBody(call, value, photoShape, 'post_info');
  checkLength(call, 'title', info.title, limits.photoTitleUnits);
  checkLength(call, 'description', info.description, limits.descriptionUnits);
  const words = { title: info.title ?? '', description: info.description ?? '' };
  return isDraft ? words : { ...words, ...privacyOf(call, person, info.privacy_level) };
}

function checkLength(call: Call, name: string, text: string | undefined, max: number): void {
  if ((text ?? '').length > max) refuseParameter(call, `post_info.${name} is longer than ${max}`);
}

function privacyOf(call: Call, person: Person, name: string | undefined): { privacyLevel: PrivacyLevel } {
  if (name === undefined) refuseParameter(call, 'post_info.privacy_level is missing');
  const privacyLevel = person.privacyLevels.find((level) => level === name);
  if (privacyLevel === undefined) {
    refuse(call, {
      status: 403,
      code: 'privacy_level_option_mismatch',
      message: 'privacy_level is not specified or not among the options from the creator_info API.',
    });
  }
  if (!person.isAppAudited && privacyLevel !== 'SELF_ONLY') {
    refuse(call, {
      status: 403,
      code: 'unaudited_client_can_only_post_to_private_accounts',
      message: 'Unaudited clients can only post to a private account.',
    });
  }
  return { privacyLevel };
}
