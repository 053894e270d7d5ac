import { Type, type Static } from 'typebox';
import type { AccountCall, Post, Refusal } from '../adapter.ts';
import { answerReader } from '../shared/answer-reader.ts';
import { networkText } from '../shared/network-text.ts';
import { readOptions } from '../shared/read-options.ts';
import { callTiktok } from './client.ts';
import { toStepRefusal } from './errors.ts';
import type { CreatorChoice } from './handle.ts';
import { isOff, options } from './options.ts';

const Info = Type.Object({
  creator_username: Type.Optional(Type.Unknown()),
  privacy_level_options: Type.Array(Type.String({ pattern: '^[A-Z_]{1,50}$' })),
  comment_disabled: Type.Optional(Type.Boolean()),
  duet_disabled: Type.Optional(Type.Boolean()),
  stitch_disabled: Type.Optional(Type.Boolean()),
  max_video_post_duration_sec: Type.Optional(Type.Number()),
});
const read = answerReader(Info);

/** Must be asked before each post: what a creator may do changes, and differs between creators. */
export async function chooseForCreator(call: AccountCall, post: Post): Promise<CreatorChoice | Refusal> {
  const { settings } = post;
  const reply = await callTiktok(call, { path: '/v2/post/publish/creator_info/query/', json: {} });
  if (reply.kind !== 'ok') return toStepRefusal(reply);
  const info = read(reply.data);
  if (info === undefined) return { kind: 'notDone', reason: 'creator info that cannot be read' };
  const tooLong = checkLength(post, info.max_video_post_duration_sec);
  if (tooLong !== undefined) return tooLong;
  const wanted = readOptions(options, settings).options.privacyLevel;
  const plain = (text: string): string => text.toLowerCase().replaceAll('_', '');
  const privacy = info.privacy_level_options.find((one) => wanted === undefined || plain(one) === plain(wanted));
  if (privacy === undefined) {
    const may = info.privacy_level_options.join(', ');
    return rejected('privacy_level_option_mismatch', `This creator may only post as ${may}`);
  }
  const profile = networkText(info.creator_username, 100) || null;
  return { privacy, profile, ...switchesOf(settings, info) };
}

/** Whoever gets a draft chooses everything. */
export const draftChoice: CreatorChoice = { privacy: null, profile: null, comments: true, duet: true, stitch: true };

type Switches = Omit<CreatorChoice, 'privacy' | 'profile'>;

/** True: allowed. */
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
  return rejected('duration_check_failed', `The video lasts ${seconds} s, this creator may post ${maxSeconds} s`);
}

function rejected(code: string, message: string): Refusal {
  return { kind: 'rejected', code, message, platformError: `${code}: ${message}` };
}
