import { Type, type Static } from 'typebox';
import type { Media, Refusal } from '../adapter.ts';
import { responseReader } from '../shared/response-reader.ts';
import { platformText } from '../shared/platform-text.ts';
import type { BlueskyAccountCall } from './call.ts';
import { toStepRefusal } from './errors.ts';
import { serviceToken } from './service-token.ts';
import { callXrpcRaw } from './xrpc.ts';

const nsid = 'app.bsky.video.getUploadLimits';

const Limits = Type.Object({
  canUpload: Type.Boolean(),
  remainingDailyVideos: Type.Optional(Type.Integer()),
  remainingDailyBytes: Type.Optional(Type.Integer()),
  error: Type.Optional(Type.Unknown()),
  message: Type.Optional(Type.Unknown()),
});
const read = responseReader(Limits);

/** The service's own limits may be lower than the lexicon's. Undefined when the video may be uploaded. */
export async function checkVideoLimits(call: BlueskyAccountCall, media: Media): Promise<Refusal | undefined> {
  const service = call.hosts.video;
  const token = await serviceToken(call, { service, nsid });
  if (token.kind !== 'ok') return toStepRefusal(token);
  const reply = await callXrpcRaw(call, { service, token: token.data }, { nsid });
  if (reply.kind !== 'ok') return toStepRefusal(reply);
  const limits = read(reply.data);
  if (limits === undefined) return { kind: 'notDone', reason: 'the upload limits could not be parsed' };
  return judge(limits, media);
}

/** The daily quota frees up gradually. */
const waitMs = 3_600_000;

function judge(limits: Static<typeof Limits>, { sizeBytes }: Media): Refusal | undefined {
  const { canUpload, remainingDailyVideos = Infinity, remainingDailyBytes = Infinity } = limits;
  if (remainingDailyVideos <= 0 || remainingDailyBytes <= 0) return { kind: 'rateLimited', retryAfterMs: waitMs };
  if (!canUpload) {
    const message = platformText(limits.message) || 'Bluesky does not accept videos from this account';
    return rejected(platformText(limits.error, 100) || 'canUpload', message);
  }
  if (sizeBytes <= remainingDailyBytes) return undefined;
  const message = `The video has ${sizeBytes} bytes, but Bluesky accepts only ${remainingDailyBytes} more from this account today`;
  return rejected('remainingDailyBytes', message);
}

function rejected(code: string, message: string): Refusal {
  return { kind: 'rejected', code, message, platformError: `${code}: ${message}` };
}
