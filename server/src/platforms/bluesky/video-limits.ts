import { Type, type Static } from 'typebox';
import type { AccountCall, Media, Refusal } from '../adapter.ts';
import { answerReader } from '../shared/answer-reader.ts';
import { networkText } from '../shared/network-text.ts';
import { toStepRefusal } from './errors.ts';
import { serviceToken } from './service-token.ts';
import { askRaw } from './xrpc.ts';

const nsid = 'app.bsky.video.getUploadLimits';

const Limits = Type.Object({
  canUpload: Type.Boolean(),
  remainingDailyVideos: Type.Optional(Type.Integer()),
  remainingDailyBytes: Type.Optional(Type.Integer()),
  error: Type.Optional(Type.Unknown()),
  message: Type.Optional(Type.Unknown()),
});
const read = answerReader(Limits);

/** The video service's own limits may be lower than the lexicon's. Undefined when the video may be uploaded. */
export async function checkVideoLimits(call: AccountCall, media: Media): Promise<Refusal | undefined> {
  const service = call.hosts['video'] ?? '';
  const token = await serviceToken(call, { service, nsid });
  if (token.kind !== 'ok') return toStepRefusal(token);
  const reply = await askRaw(call, { service, token: token.answer }, { nsid });
  if (reply.kind !== 'ok') return toStepRefusal(reply);
  const limits = read(reply.answer);
  if (limits === undefined) return { kind: 'notDone', reason: 'upload limits that cannot be read' };
  return judge(limits, media);
}

/** The day's allowance comes back by itself, hour by hour. */
const waitMs = 3_600_000;

function judge(limits: Static<typeof Limits>, { sizeBytes }: Media): Refusal | undefined {
  const { canUpload, remainingDailyVideos = Infinity, remainingDailyBytes = Infinity } = limits;
  if (remainingDailyVideos <= 0 || remainingDailyBytes <= 0) return { kind: 'rateLimited', retryAfterMs: waitMs };
  if (!canUpload) {
    const message = networkText(limits.message) || 'Bluesky takes no videos from this account';
    return rejected(networkText(limits.error, 100) || 'canUpload', message);
  }
  if (sizeBytes <= remainingDailyBytes) return undefined;
  const message = `The video has ${sizeBytes} bytes, and Bluesky takes ${remainingDailyBytes} more from this account today`;
  return rejected('remainingDailyBytes', message);
}

function rejected(code: string, message: string): Refusal {
  return { kind: 'rejected', code, message, platformError: `${code}: ${message}` };
}
