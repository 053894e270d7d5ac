import { mediaTypeOf } from '../../core/media/media-type.ts';
import type { Call, Route } from '../../core/platform.ts';
import { json, type Reply } from '../../core/wire/reply.ts';
import { collection } from '../../core/state/store.ts';
import { blobsOf, bytesOf, keepBlob, wireBlob, type Blob } from './blobs.ts';
import { refuse, refuseRequest } from './errors.ts';
import { videoHost } from './hosts.ts';
import { readJwt } from './jwt.ts';
import { limits, processing } from './limits.ts';
import { people, type Person } from './people.ts';
import { bearerOf } from './sessions.ts';
import { respondTo, readQuery, xrpc } from './xrpc.ts';

type Job = {
  readonly jobId: string;
  readonly did: string;
  readonly blob: Blob;
  readonly startedAt: number;
  readonly readyAt: number;
  readonly failureCode: string | null;
};

export const jobs = collection<Job>('bluesky/video-jobs');
const uploadMethod = 'com.atproto.repo.uploadBlob';
const limitsMethod = 'app.bsky.video.getUploadLimits';
const stages = ['CREATED', 'ENCODING', 'ENCODED', 'SCANNING', 'SCANNED', 'UPLOADING', 'UPLOADED'];

export const uploadVideo: Route = {
  host: videoHost,
  methods: ['POST'],
  path: '/xrpc/app.bsky.video.uploadVideo',
  operation: 'uploadVideo',
  bodyBytesMax: limits.videoBytes,
  handle: (call) => respondTo(call, () => takeVideo(call)),
};

async function takeVideo(call: Call): Promise<Reply> {
  const { bytes, type } = bytesOf(call);
  const values = readQuery(
    { ...call, request: { ...call.request, body: { kind: 'none' } } },
    { did: 'string!', name: 'string!' },
  );
  const person = requireServiceAuth(call, uploadMethod, ({ host }) => host);
  if (values.did !== person.did) refuse(401, 'AuthenticationRequired', 'The token is not for this did');
  if (!person.isEmailConfirmed) refuse(400, 'unconfirmed_email', 'Please confirm your email address to upload videos');
  if (type !== 'video/mp4' || mediaTypeOf(bytes) !== 'video/mp4') refuseRequest('Only video/mp4 can be uploaded');
  const blob = await keepBlob(call, bytes, type);
  const known = jobs
    .all(call.store)
    .find((job) => job.did === person.did && job.blob.cid === blob.cid && job.failureCode === null);
  if (known !== undefined) return alreadyThere(call, person, known);
  const job = newJob(call, person, blob);
  call.commit((tx) => {
    jobs.put(tx, job.jobId, job);
    const isKept = blobsOf(person.did).get(tx, blob.cid) !== undefined;
    if (job.failureCode === null && !isKept)
      blobsOf(person.did).put(tx, blob.cid, { ...blob, availableAt: job.readyAt });
  });
  return json(200, wrapped(person, statusOf(call, job)));
}

/** Chosen by the `value` of a `processingFailed` fault; the last two are failures of the service. */
const failureCodes = ['encoding_failed', 'generic_failure', 'pds_upload_failure'];

function newJob(call: Call, { did }: Person, blob: Blob): Job {
  const slow = call.takeFault('processingSlow');
  const slowMs = slow === undefined ? 0 : (slow.value ?? processing.slowMs);
  const failed = call.takeFault('processingFailed');
  const startedAt = call.clock.now();
  return {
    jobId: call.random.text(20, 'abcdefghijklmnopqrstuvwxyz0123456789'),
    did,
    blob,
    startedAt,
    readyAt: startedAt + processing.videoMs + slowMs,
    failureCode: failed === undefined ? null : (failureCodes[failed.value ?? 0] ?? 'encoding_failed'),
  };
}

function alreadyThere(call: Call, person: Person, job: Job): Reply {
  const status = { ...statusOf(call, job), error: 'already_exists', message: 'Video already processed' };
  return json(409, wrapped(person, status));
}

const wrapped = ({ wrapsJobStatus }: Person, status: object): object =>
  wrapsJobStatus ? { jobStatus: status } : status;

/** Uploads need a service token for the person's own server, which stores the video; limits need one for this service. */
function requireServiceAuth(call: Call, neededMethod: string, hostFor: (person: Person) => string): Person {
  if (call.request.headers.authorization === undefined) refuse(401, 'AuthMissing', 'Authentication Required');
  const claims = readJwt(bearerOf(call) ?? '') ?? refuse(401, 'BadJwt', 'poorly formatted jwt');
  if (Number(claims['exp']) * 1000 <= call.clock.now()) refuse(401, 'JwtExpired', 'jwt expired');
  const person = people.get(call.store, String(claims['iss'])) ?? refuse(401, 'BadJwtIssuer', 'jwt issuer is unknown');
  if (claims['aud'] !== `did:web:${hostFor(person)}`) {
    refuse(401, 'BadJwtAudience', 'jwt audience does not match service did');
  }
  if (claims['lxm'] !== neededMethod) {
    refuse(401, 'BadJwtLexiconMethod', `bad jwt lexicon method ("lxm"). must match: ${neededMethod}`);
  }
  return person;
}

export const getUploadLimits: Route = {
  host: videoHost,
  methods: ['GET'],
  path: `/xrpc/${limitsMethod}`,
  operation: 'getUploadLimits',
  handle: (call) =>
    respondTo(call, async () => {
      const person = requireServiceAuth(call, limitsMethod, () => videoHost);
      if (!person.isEmailConfirmed) {
        const message = 'Please confirm your email address to upload videos';
        return json(200, { canUpload: false, error: 'unconfirmed_email', message });
      }
      const remaining = remainingOf(call, person);
      return json(200, {
        canUpload: remaining.remainingDailyVideos > 0 && remaining.remainingDailyBytes > 0,
        ...remaining,
      });
    }),
};

const dayMs = 24 * 3_600_000;

function remainingOf(call: Call, { did, videosPerDay, videoBytesPerDay }: Person) {
  const since = call.clock.now() - dayMs;
  const today = jobs.all(call.store).filter((job) => job.did === did && job.startedAt > since);
  const bytes = today.reduce((sum, { blob }) => sum + blob.sizeBytes, 0);
  return {
    remainingDailyVideos: Math.max(0, videosPerDay - today.length),
    remainingDailyBytes: Math.max(0, videoBytesPerDay - bytes),
  };
}

export const getJobStatus = xrpc({
  nsid: 'app.bsky.video.getJobStatus',
  kind: 'query',
  auth: 'none',
  host: videoHost,
  parameters: { jobId: 'string!' },
  handle: (call, _caller, { jobId }) => {
    const job = jobs.get(call.store, jobId) ?? refuse(400, 'JobNotFound', 'Job not found');
    return { jobStatus: statusOf(call, job) };
  },
});

function statusOf(call: Call, job: Job): Record<string, unknown> {
  const { jobId, did } = job;
  const share = (call.clock.now() - job.startedAt) / (job.readyAt - job.startedAt);
  if (share < 1) {
    const state = `JOB_STATE_${stages[Math.floor(share * stages.length)] ?? 'CREATED'}`;
    return { jobId, did, state, progress: Math.floor(share * 100) };
  }
  const { failureCode } = job;
  if (failureCode !== null) {
    const error = { error: 'EncodingFailed', message: 'Video could not be processed', failureCode };
    return { jobId, did, state: 'JOB_STATE_FAILED', ...error };
  }
  return { jobId, did, state: 'JOB_STATE_COMPLETED', progress: 100, blob: wireBlob(job.blob) };
}
