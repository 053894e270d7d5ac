import { Type, type Static } from 'typebox';
import { isJsonObject } from '../../kernel/text/json.ts';
import type { Media, Step } from '../adapter.ts';
import { responseReader } from '../shared/response-reader.ts';
import { mediaBody } from '../shared/bodies.ts';
import { platformText } from '../shared/platform-text.ts';
import { uploadMs } from '../shared/upload-timeout.ts';
import type { BlueskyAccountCall } from './call.ts';
import { Blob } from './blob.ts';
import { toStepRefusal } from './errors.ts';
import type { Parts } from './publish-state.ts';
import { home } from './session.ts';
import { serviceToken, type ServiceTokenFor } from './service-token.ts';
import { checkVideoLimits } from './video-limits.ts';
import { callXrpcRaw, type XrpcReply } from './xrpc.ts';

/** Jobs in unknown states are in progress. */
const Job = Type.Object({
  jobId: Type.String({ minLength: 1, maxLength: 512 }),
  state: Type.String(),
  blob: Type.Optional(Blob),
  error: Type.Optional(Type.Unknown()),
  message: Type.Optional(Type.Unknown()),
  failureCode: Type.Optional(Type.Unknown()),
});
type Job = Static<typeof Job>;
const read = responseReader(Job);

/** Requests the token each time instead of storing it in the publish state, which is not encrypted. */
export async function prepareVideo(call: BlueskyAccountCall, media: Media, parts: Parts): Promise<Step> {
  if (parts.jobId !== null) return follow(await readJob(call, parts.jobId), parts);
  if (parts.isVideoAllowed !== true) {
    const refusal = await checkVideoLimits(call, media);
    return refusal ?? { kind: 'again', publishState: { ...parts, isVideoAllowed: true } };
  }
  const authority = await serviceToken(call, uploadFor(call));
  if (authority.kind !== 'ok') return toStepRefusal(authority);
  const reply = await callXrpcRaw(
    call,
    { service: call.hosts.video, token: authority.data },
    {
      nsid: 'app.bsky.video.uploadVideo',
      query: { did: call.account.providerAccountId, name: newName(call) },
      body: mediaBody(media),
      uploadMs: uploadMs(media.sizeBytes),
    },
  );
  return follow(reply, parts);
}

/** The video service forwards the video to the account's server, so that server must accept the token. */
function uploadFor(call: BlueskyAccountCall): ServiceTokenFor {
  return { service: home(call).service, nsid: 'com.atproto.repo.uploadBlob' };
}

function newName({ random }: BlueskyAccountCall): string {
  return `${Buffer.from(random.bytes(8)).toString('hex')}.mp4`;
}

async function readJob(call: BlueskyAccountCall, jobId: string): Promise<XrpcReply<unknown>> {
  const endpoint = { service: call.hosts.video };
  return await callXrpcRaw(call, endpoint, { nsid: 'app.bsky.video.getJobStatus', query: { jobId } });
}

/** The service refuses a file that it already has, but the error contains the file's job. */
function follow(reply: XrpcReply<unknown>, parts: Parts): Step {
  const job = reply.kind === 'ok' ? jobIn(reply.data) : reply.kind === 'error' ? jobIn(reply.error.json) : undefined;
  if (job === undefined) {
    return reply.kind === 'ok'
      ? { kind: 'notDone', reason: 'the video job could not be parsed' }
      : toStepRefusal(reply);
  }
  if (job.blob !== undefined) return { kind: 'again', publishState: { ...parts, blobs: [job.blob] } };
  if (job.state === 'JOB_STATE_FAILED' && job.error !== 'already_exists') return afterFailure(job, parts);
  const afterMs = Math.min(firstWaitMs * 2 ** parts.pollCount, lastWaitMs);
  return { kind: 'wait', publishState: { ...parts, jobId: job.jobId, pollCount: parts.pollCount + 1 }, afterMs };
}

const firstWaitMs = 2000;
const lastWaitMs = 30_000;

/** The lexicon wraps the job in `jobStatus`; the service does not. */
function jobIn(json: unknown): Job | undefined {
  return read(isJsonObject(json) && isJsonObject(json['jobStatus']) ? json['jobStatus'] : json);
}

const temporary = ['pds_upload_failure', 'generic_failure'];
const renewalWaitsMs = [10_000, 60_000];

function afterFailure({ failureCode, error, message }: Job, parts: Parts): Step {
  const code = platformText(failureCode, 100) ?? platformText(error, 100) ?? 'JOB_STATE_FAILED';
  const words = platformText(message) ?? platformText(error) ?? 'The video could not be processed';
  const afterMs = temporary.includes(code) ? renewalWaitsMs[parts.renewalCount] : undefined;
  if (afterMs === undefined) return { kind: 'rejected', code, message: words, platformError: `${code}: ${words}` };
  const publishState = { ...parts, jobId: null, pollCount: 0, renewalCount: parts.renewalCount + 1 };
  return { kind: 'wait', publishState, afterMs };
}
