import { defined } from '../../../core/defined.ts';
import type { Call } from '../../../core/platform.ts';
import type { FilePart } from '../../../core/wire/read-body.ts';
import { refuse, refuseParameter } from '../../meta/errors.ts';
import { pageRoute } from '../graph-route.ts';
import { limits, scopes } from '../limits.ts';
import { addToLedger } from '../posts.ts';
import { publishErrors } from './publish-errors.ts';
import { checkText, freshMediaId } from './publishing.ts';
import { isVideo, processingOf } from './take-video.ts';
import { videoAddress, videosOf, type Video } from '../videos.ts';

/** An invalid file shows only in the video's status. */
export const createVideo = pageRoute({
  method: 'POST',
  path: '/{page}/videos',
  operation: 'createVideo',
  scope: scopes.publish,
  parameters: { file_url: 'string', source: 'file', description: 'string', title: 'string', published: 'boolean' },
  handle: async (call, { page }, { file_url, source, description = '', title, published = true }) => {
    checkText(call, page, description);
    const bytes = await bytesOf(call, file_url, source);
    if (!isVideo(bytes)) refuse(call, publishErrors.notVideo());
    const stored = await call.media.keep(bytes);
    const now = call.clock.now();
    const video: Video = {
      id: freshMediaId(call),
      flow: 'video',
      createdAt: now,
      pieces: [],
      file: { type: 'video', ...stored },
      description,
      isDeleted: false,
      ...processingOf(call, 'video', bytes),
      ...(published && { publishedAt: now }),
      ...defined({ title }),
    };
    return call.commit((tx) => {
      videosOf(page.id).put(tx, video.id, video);
      if (published && video.failure === undefined) {
        const media = video.file === undefined ? [] : [video.file];
        addToLedger(tx, page, { id: video.id, url: videoAddress(video.id), text: description, media, at: now });
      }
      return { id: video.id };
    });
  },
});

async function bytesOf(call: Call, url: string | undefined, source: string | FilePart | undefined): Promise<Buffer> {
  if ((url === undefined) === (source === undefined)) {
    refuseParameter(call, 'Invalid parameter', 'Exactly one of file_url and source must be set.');
  }
  if (url === undefined) {
    if (typeof source !== 'object') refuseParameter(call, 'Param source must be a file');
    return source.bytes;
  }
  const fetched = URL.canParse(url) ? await call.fetchMedia(url, limits.videoBytes) : undefined;
  return fetched?.bytes ?? refuse(call, publishErrors.videoNotFetchable());
}
