import { mediaTypeOf } from '../../core/media/media-type.ts';
import type { Call, Route } from '../../core/platform.ts';
import type { FilePart } from '../../core/wire/read-body.ts';
import { Refusal } from '../../core/wire/reply.ts';
import { videoDurationMs } from '../../core/media/video-duration.ts';
import { storageReply, uploadHost } from './errors.ts';
import { limits, processing } from './limits.ts';
import { videos, type Video } from './videos.ts';

export const uploadVideo: Route = {
  host: uploadHost,
  methods: ['POST'],
  path: '/',
  operation: 'uploadVideo',
  handle: async (call) => {
    const { video, file } = readForm(call);
    const stored = await call.media.keep(file.bytes);
    const slow = call.takeFault('processingSlow');
    const slowMs = slow === undefined ? 0 : (slow.value ?? processing.slowMs);
    const isFailed = call.takeFault('processingFailed') !== undefined || !isVideo(file.bytes);
    call.commit((tx) => {
      const now = videos.get(tx, video.id) ?? video;
      // A repeated upload replaces the same file, whose processing has begun.
      if (now.readyAt !== undefined) return;
      const readyAt = call.clock.now() + processing.videoMs + slowMs;
      videos.put(tx, video.id, { ...now, readyAt, isFailed, file: { type: 'video', ...stored } });
    });
    const location = `https://${uploadHost}/${encodeURIComponent(video.parameters['key'] ?? '')}`;
    return { status: 204, headers: { location, etag: `"${stored.sha256.slice(0, 32)}"` }, body: '' };
  },
};

function deny(message: string, code = 'AccessDenied', status = 403): never {
  throw new Refusal(storageReply(status, code, message));
}

/** Ignores fields after the file. */
function readForm({ request, store, clock }: Call): { video: Video; file: FilePart } {
  const { body } = request;
  if (body.kind !== 'multipart') deny('Bucket POST must be of the enctype multipart/form-data', 'InvalidRequest', 412);
  const file = body.files.find(({ field }) => field === 'file');
  if (file === undefined || body.files.length !== 1) {
    deny('POST requires exactly one file upload per request.', 'IncorrectNumberOfFilesInPostRequest', 400);
  }
  const fields = new Map([...body.fields].slice(0, file.fieldCountBefore));
  const key = fields.get('key');
  if (key === undefined) deny('Bucket POST must contain a field named ‘key’.', 'InvalidArgument', 400);
  const video = videos.all(store).find(({ parameters }) => parameters['key'] === key);
  if (video === undefined) deny('Invalid according to Policy: Policy Condition failed');
  const missing = Object.entries(video.parameters).find(([name, value]) => fields.get(name) !== value);
  if (missing?.[0] === 'x-amz-signature') deny('The signature does not match.', 'SignatureDoesNotMatch');
  if (missing !== undefined) deny(`Invalid according to Policy: Policy Condition failed: ${missing[0]}`);
  const extra = [...fields.keys()].find((name) => !Object.hasOwn(video.parameters, name));
  if (extra !== undefined) deny(`Invalid according to Policy: Extra input fields: ${extra}`);
  if (clock.now() >= video.expiresAt) deny('Invalid according to Policy: Policy expired.');
  return { video, file };
}

/** Accepts unknown durations. */
function isVideo(bytes: Buffer): boolean {
  const type = mediaTypeOf(bytes);
  if (type !== 'video/mp4' && type !== 'video/quicktime') return false;
  const durationMs = videoDurationMs(bytes);
  return durationMs === undefined || (durationMs >= limits.videoMs.min && durationMs <= limits.videoMs.max);
}
