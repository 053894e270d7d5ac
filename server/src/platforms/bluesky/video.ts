import { Type, type Static } from 'typebox';
import { isJsonObject } from '../../kernel/text/json.ts';
import type { AccountCall, Media, Step } from '../adapter.ts';
import { answerReader } from '../shared/answer-reader.ts';
import { mediaBody } from '../shared/bodies.ts';
import { networkText } from '../shared/network-text.ts';
import { uploadMs } from '../shared/upload-timeout.ts';
import { Blob } from './blob.ts';
import { toStepRefusal } from './errors.ts';
import type { Parts } from './handle.ts';
import { home } from './session.ts';
import { serviceToken, type ServiceTokenFor } from './service-token.ts';
import { checkVideoLimits } from './video-limits.ts';
import { askRaw, type XrpcReply } from './xrpc.ts';

/** Unknown states are states of work. */
const Job = Type.Object({
  jobId: Type.String({ minLength: 1, maxLength: 512 }),
  state: Type.String(),
  blob: Type.Optional(Blob),
  error: Type.Optional(Type.Unknown()),
  message: Type.Optional(Type.Unknown()),
  failureCode: Type.Optional(Type.Unknown()),
});
type Job = Static<typeof Job>;
const read = answerReader(Job);

/**
 * The limits of the account, a token for the video service and the file, then a look at the work each time. The token is
 * requested each time and not stored in the handle, which is not encrypted.
 */
export async function prepareVideo(call: AccountCall, media: Media, parts: Parts): Promise<Step> {
  if (parts.jobId !== null) return follow(await readJob(call, parts.jobId), parts);
  if (parts.isVideoAllowed !== true) {
    const refusal = await checkVideoLimits(call, media);
    return refusal ?? { kind: 'again', handle: { ...parts, isVideoAllowed: true } };
  }
  const authority = await serviceToken(call, uploadFor(call));
  if (authority.kind !== 'ok') return toStepRefusal(authority);
  const reply = await askRaw(
    call,
    { service: call.hosts['video'] ?? '', token: authority.answer },
    {
      nsid: 'app.bsky.video.uploadVideo',
      query: { did: call.account.providerAccountId, name: newName(call) },
      body: mediaBody(media),
      uploadMs: uploadMs(media.sizeBytes),
    },
  );
  return follow(reply, parts);
}

/** The video goes on to the account's own server, so the token is for that one. */
function uploadFor(call: AccountCall): ServiceTokenFor {
  return { service: home(call).service, nsid: 'com.atproto.repo.uploadBlob' };
}

function newName({ random }: AccountCall): string {
  return `${Buffer.from(random.bytes(8)).toString('hex')}.mp4`;
}

async function readJob(call: AccountCall, jobId: string): Promise<XrpcReply<unknown>> {
  const endpoint = { service: call.hosts['video'] ?? '' };
  return await askRaw(call, endpoint, { nsid: 'app.bsky.video.getJobStatus', query: { jobId } });
}

/** A file that is known already is refused, and that refusal carries its job. */
function follow(reply: XrpcReply<unknown>, parts: Parts): Step {
  const job = reply.kind === 'ok' ? jobIn(reply.answer) : reply.kind === 'error' ? jobIn(reply.json) : undefined;
  if (job === undefined) {
    return reply.kind === 'ok' ? { kind: 'notDone', reason: 'a job that cannot be read' } : toStepRefusal(reply);
  }
  if (job.blob !== undefined) return { kind: 'again', handle: { ...parts, blobs: [job.blob] } };
  if (job.state === 'JOB_STATE_FAILED' && job.error !== 'already_exists') return afterFailure(job, parts);
  const afterMs = Math.min(firstWaitMs * 2 ** parts.pollCount, lastWaitMs);
  return { kind: 'wait', handle: { ...parts, jobId: job.jobId, pollCount: parts.pollCount + 1 }, afterMs };
}

const firstWaitMs = 2000;
const lastWaitMs = 30_000;

/** The lexicon wraps it, the service itself does not. */
function jobIn(json: unknown): Job | undefined {
  return read(isJsonObject(json) && isJsonObject(json['jobStatus']) ? json['jobStatus'] : json);
}

const passing = ['pds_upload_failure', 'generic_failure'];
const renewalWaitsMs = [10_000, 60_000];

function afterFailure({ failureCode, error, message }: Job, parts: Parts): Step {
  const code = networkText(failureCode, 100) ?? networkText(error, 100) ?? 'JOB_STATE_FAILED';
  const words = networkText(message) ?? networkText(error) ?? 'The video could not be processed';
  const afterMs = passing.includes(code) ? renewalWaitsMs[parts.renewalCount] : undefined;
  if (afterMs === undefined) return { kind: 'rejected', code, message: words, platformError: `${code}: ${words}` };
  const handle = { ...parts, jobId: null, pollCount: 0, renewalCount: parts.renewalCount + 1 };
  return { kind: 'wait', handle, afterMs };
}
