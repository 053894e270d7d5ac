import { Type, type Static } from 'typebox';
import type { Post, Refusal } from '../adapter.ts';
import { responseReader } from '../shared/response-reader.ts';
import { platformText } from '../shared/platform-text.ts';
import { readOptions } from '../shared/read-options.ts';
import type { TiktokAccountCall } from './call.ts';
import { callTiktok } from './client.ts';
import { toStepRefusal } from './errors.ts';
import type { CreatorChoice } from './publish-state.ts';
import { isOff, options } from './options.ts';

const Info = Type.Object({
  creator_username: Type.Optional(Type.Unknown()),
  privacy_level_options: Type.Array(Type.String({ pattern: '^[A-Z_]{1,50}$' })),
  comment_disabled: Type.Optional(Type.Boolean()),
  duet_disabled: Type.Optional(Type.Boolean()),
  stitch_disabled: Type.Optional(Type.Boolean()),
  max_video_post_duration_sec: Type.Optional(Type.Number()),
});
const read = responseReader(Info);

/** Queried before each post, as TikTok requires: permissions change. */
export async function chooseForCreator(call: TiktokAccountCall, post: Post): Promise<CreatorChoice | Refusal> {
  const { settings } = post;
  const reply = await callTiktok(call, { path: '/v2/post/publish/creator_info/query/', json: {} });
  if (reply.kind !== 'ok') return toStepRefusal(reply);
  const info = read(reply.data);
  if (info === undefined) return { kind: 'notDone', reason: 'the creator info could not be parsed' };
  const tooLong = checkLength(post, info.max_video_post_duration_sec);
  if (tooLong !== undefined) return tooLong;
  const requested = readOptions(options, settings).options.privacyLevel;
  const plain = (text: string): string => text.toLowerCase().replaceAll('_', '');
  const privacy = info.privacy_level_options.find((one) => requested === undefined || plain(one) === plain(requested));
  if (privacy === undefined) {
    const may = info.privacy_level_options.join(', ');
    return rejected('privacy_level_option_mismatch', `This creator may post only as ${may}`);
  }
  const profile = platformText(info.creator_username, 100) || null;
  return { privacy, profile, ...switchesOf(settings, info) };
}

/** The creator makes all choices when publishing a draft. */
export const draftChoice: CreatorChoice = { privacy: null, profile: null, comments: true, duet: true, stitch: true };

type Switches = Omit<CreatorChoice, 'privacy' | 'profile'>;

function switchesOf(settings: Post['settings'], info: Partial<Static<typeof Info>>): Switches {
  return {
    comments: !isOff(settings, 'comments') && info.comment_disabled !== true,
    duet: !isOff(settings, 'duet') && info.duet_disabled !== true,
    stitch: !isOff(settings, 'stitch') && info.stitch_disabled !== true,
  };
}

function checkLength({ media }: Post, maxSeconds: number | undefined): Refusal | undefined {
  const seconds = (media[0]?.durationMs ?? 0) / 1000;
  if (maxSeconds === undefined || seconds <= maxSeconds) return undefined;
  return rejected(
    'duration_check_failed',
    `The video lasts ${seconds} s, but this creator may post at most ${maxSeconds} s`,
  );
}

function rejected(code: string, message: string): Refusal {
  return { kind: 'rejected', code, message, platformError: `${code}: ${message}` };
}
