import type { Call, Route } from '../../../core/platform.ts';
import { json, Refusal } from '../../../core/wire/reply.ts';
import type { Reader } from '../../../core/state/store.ts';
import { missingObject, refuse } from '../../meta/errors.ts';
import { requireVersion } from '../../meta/graph-route.ts';
import { graphVersions } from '../../meta/versions.ts';
import { admitPage } from '../graph-route.ts';
import { limits, scopes } from '../limits.ts';
import type { Page } from '../pages.ts';
import { processingOf } from './take-video.ts';
import { transferredOf, videosOf, type Video } from '../videos.ts';

export const uploadVideo: Route = {
  host: 'rupload.facebook.com',
  methods: ['POST'],
  path: '/video-upload/{version}/{video}',
  operation: 'uploadVideo',
  handle: async (call) => {
    requireVersion(call, graphVersions);
    if (!/^OAuth /.test(call.request.headers.authorization ?? '')) refuseUpload('OAuthException', 'Token is missing');
    const { page } = admitPage(call, scopes.publish);
    const video = uploadable(call, call.store, page);
    const { file_url: url } = call.request.headers;
    const uploaded = await (typeof url === 'string' ? fetched(call, video, url) : received(call, video));
    call.commit((tx) => {
      const { pieces } = uploadable(call, tx, page);
      if (pieces.length !== video.pieces.length) refuseUpload('OffsetInvalidError', 'Another request came before');
      videosOf(page.id).put(tx, video.id, { ...video, ...uploaded });
    });
    if (uploaded.readyAt === undefined) {
      refuseUpload('PartialRequestError', 'Partial request (did not match length of file)');
    }
    return json(200, { success: true });
  },
};

function uploadable(call: Call, reader: Reader, page: Page): Video {
  const { video: id = '' } = call.request.params;
  const video = videosOf(page.id).get(reader, id) ?? refuse(call, missingObject(call, id));
  if (video.readyAt !== undefined) refuseUpload('OffsetInvalidError', 'The upload is already complete');
  return video;
}

type Uploaded = Pick<Video, 'pieces' | 'file' | 'readyAt' | 'failure'>;

async function fetched(call: Call, { flow }: Video, url: string): Promise<Uploaded> {
  if (hasBytes(call)) refuseUpload('PartialRequestError', 'A request with file_url has no body');
  const media = URL.canParse(url) ? await call.fetchMedia(url, limits.videoBytes) : undefined;
  if (media === undefined) refuseUpload('ProcessingFailedError', 'The file could not be fetched from its address');
  const stored = await call.media.keep(media.bytes);
  return { pieces: [], file: { type: 'video', ...stored }, ...processingOf(call, flow, media.bytes) };
}

/** Stores and refuses an incomplete body; the next request continues there. */
async function received(call: Call, video: Video): Promise<Uploaded> {
  const { body, headers } = call.request;
  const [offset, fileSize] = [wholeNumber(headers['offset']), wholeNumber(headers['file_size'])];
  if (offset !== transferredOf(video)) refuseUpload('OffsetInvalidError', 'The offset is not where the upload stopped');
  if (fileSize === undefined || fileSize === 0) refuseUpload('PartialRequestError', 'The header file_size is missing');
  if (body.kind !== 'bytes') refuseUpload('PartialRequestError', 'The request has no bytes');
  const end = offset + body.bytes.length;
  if (end > fileSize) refuseUpload('PartialRequestError', 'The request is longer than file_size');
  const pieces = [...video.pieces, await call.media.keep(body.bytes)];
  if (end < fileSize) return { pieces };
  const stored = await call.media.join(pieces.map(({ sha256 }) => sha256));
  const bytes = stored && (await call.media.read(stored.sha256));
  if (stored === undefined || bytes === undefined) refuseUpload('ProcessingFailedError', 'Request processing failed');
  return { pieces, file: { type: 'video', ...stored }, ...processingOf(call, video.flow, bytes) };
}

const hasBytes = ({ request }: Call): boolean => request.body.kind !== 'none';

function wholeNumber(header: string | readonly string[] | undefined): number | undefined {
  return typeof header === 'string' && /^\d{1,15}$/.test(header) ? Number(header) : undefined;
}

function refuseUpload(type: string, message: string): never {
  throw new Refusal(json(400, { debug_info: { retriable: false, type, message } }));
}
