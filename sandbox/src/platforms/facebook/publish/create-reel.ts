import { defined } from '../../../core/defined.ts';
import type { Call } from '../../../core/platform.ts';
import type { Parameters } from '../../../core/wire/parameters.ts';
import type { Reader } from '../../../core/state/store.ts';
import { missingObject, refuse, refuseParameter } from '../../meta/errors.ts';
import { pageRoute } from '../graph-route.ts';
import { limits, scopes } from '../limits.ts';
import type { Page } from '../pages.ts';
import { addToLedger } from '../posts.ts';
import { publishErrors } from './publish-errors.ts';
import { checkText, freshMediaId, freshPostId } from './publishing.ts';
import { hasFailed, videoAddress, videosOf, type Video } from '../videos.ts';

const parameters = {
  upload_phase: 'string!',
  video_id: 'id',
  video_state: 'string',
  description: 'string',
  title: 'string',
  is_ai_generated: 'boolean',
} as const;

type Values = Parameters<typeof parameters>;

/** The first and last of three calls; another host receives the bytes in between. */
export const createReel = pageRoute({
  method: 'POST',
  path: '/{page}/video_reels',
  operation: 'createReel',
  scope: scopes.publish,
  parameters,
  handle: (call, { page }, values) => {
    checkText(call, page, values.description ?? '');
    if (values.upload_phase === 'start') return start(call, page, values);
    if (values.upload_phase === 'finish') return finish(call, page, values);
    return refuseParameter(call, 'Param upload_phase must be one of {START, FINISH}');
  },
});

function start(call: Call, page: Page, { upload_phase: _phase, ...others }: Values): object {
  const [stray] = Object.keys(others);
  if (stray !== undefined) refuseParameter(call, `The parameter ${stray} is not supported.`);
  const video: Video = {
    id: freshMediaId(call),
    flow: 'reel',
    createdAt: call.clock.now(),
    pieces: [],
    isDeleted: false,
  };
  call.commit((tx) => videosOf(page.id).put(tx, video.id, video));
  const { version = '' } = call.request.params;
  return { video_id: video.id, upload_url: `https://rupload.facebook.com/video-upload/${version}/${video.id}` };
}

function finish(call: Call, page: Page, values: Values): object {
  const { video_id = '', video_state, description = '', title } = values;
  if (video_id === '') refuseParameter(call, 'The parameter video_id is required.');
  if (video_state !== 'PUBLISHED' && video_state !== 'DRAFT') {
    refuseParameter(call, 'Param video_state must be one of {PUBLISHED, DRAFT}');
  }
  return call.commit((tx) => {
    const video = finishable(call, tx, page, video_id);
    if (video_state === 'DRAFT') {
      videosOf(page.id).put(tx, video.id, { ...video, ...defined({ description, title }) });
      return { success: true };
    }
    if (reelsToday(call, tx, page) >= limits.reelsPerDay) refuse(call, publishErrors.reelLimit());
    const publishedAt = call.clock.now();
    const postId = freshPostId(call, page).split('_')[1] ?? '';
    videosOf(page.id).put(tx, video.id, { ...video, description, publishedAt, postId, ...defined({ title }) });
    if (video.failure === undefined && video.file !== undefined) {
      const url = videoAddress(video.id);
      addToLedger(tx, page, { id: video.id, url, text: description, media: [video.file], at: publishedAt });
    }
    return { success: true, ...(page.namesReelPosts && { post_id: postId }) };
  });
}

function finishable(call: Call, reader: Reader, page: Page, id: string): Video {
  const video = videosOf(page.id).get(reader, id);
  if (video === undefined || video.isDeleted || video.flow !== 'reel') refuse(call, missingObject(call, id));
  if (video.publishedAt !== undefined) {
    refuseParameter(call, 'Invalid parameter', 'The video has already been published.');
  }
  if (video.readyAt === undefined) refuse(call, publishErrors.notUploaded());
  if (hasFailed(video, call.clock.now())) refuse(call, publishErrors.notVideo());
  return video;
}

function reelsToday(call: Call, reader: Reader, page: Page): number {
  const since = call.clock.now() - limits.dayMs;
  return videosOf(page.id)
    .all(reader)
    .filter(({ flow, publishedAt = 0 }) => flow === 'reel' && publishedAt > since).length;
}
