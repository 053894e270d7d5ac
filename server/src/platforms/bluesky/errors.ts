import type { Refusal, Unknown } from '../adapter.ts';
import { sendOutcome, stepRefusal, unlistedError } from '../shared/reply.ts';
import type { XrpcError, XrpcFailure } from './xrpc.ts';

type Meaning = (error: XrpcError) => Refusal;

const disconnected =
  (cause: 'tokenExpired' | 'tokenDead'): Meaning =>
  ({ message }) => ({ kind: 'disconnected', cause, reason: message });

const rejected: Meaning = ({ name, status, message }) => ({
  kind: 'rejected',
  code: name === '' ? String(status) : name,
  message,
  platformError: name === '' ? message : `${name}: ${message}`,
});

const rateLimited: Meaning = ({ retryAfterMs }) => ({ kind: 'rateLimited', retryAfterMs });

type Row = {
  names?: readonly string[];
  statuses?: readonly number[];
  meaning: Meaning;
  source: string;
};

const createRecord = 'lexicon com.atproto.repo.createRecord';
const pds = 'atproto PDS';

const table: readonly Row[] = [
  // Both also concern the short-lived token; the refresh shows whether the session is dead.
  { names: ['ExpiredToken', 'InvalidToken'], meaning: disconnected('tokenExpired'), source: pds },
  { names: ['AuthMissing', 'AuthenticationRequired'], meaning: disconnected('tokenDead'), source: pds },
  {
    names: ['AccountTakedown', 'AccountDeactivated', 'AccountSuspended', 'AccountNotFound'],
    meaning: disconnected('tokenDead'),
    source: 'lexicon com.atproto.server.createSession, atproto PDS',
  },
  {
    names: ['RepoTakendown', 'RepoDeactivated', 'RepoSuspended'],
    meaning: disconnected('tokenDead'),
    source: 'lexicon com.atproto.sync.getRepo',
  },
  { statuses: [401], meaning: disconnected('tokenExpired'), source: 'AT Protocol: XRPC' },
  { names: ['RateLimitExceeded'], meaning: rateLimited, source: 'AT Protocol: XRPC' },
  { statuses: [429], meaning: rateLimited, source: 'AT Protocol: XRPC' },
  // Blobs that no record refers to are deleted after a while.
  {
    names: ['BlobNotFound'],
    meaning: ({ message }) => ({ kind: 'preparationLost', reason: message }),
    source: 'atproto PDS (blob reader)',
  },
  { names: ['InvalidRequest', 'InvalidRecord', 'InvalidSwap'], meaning: rejected, source: createRecord },
  { names: ['InvalidMimeType', 'BlobTooLarge'], meaning: rejected, source: pds },
  { statuses: [400], meaning: rejected, source: 'AT Protocol: XRPC' },
  { statuses: [413, 415], meaning: rejected, source: 'AT Protocol: XRPC' },
];

export function toStepRefusal(failure: XrpcFailure): Refusal {
  return stepRefusal(failure, (error) => (meaningOf(error) ?? rejected)(error));
}

/** For the record itself: an unlisted error is unknown, because the look-up by key is cheap. */
export function toSendOutcome(failure: XrpcFailure): Refusal | Unknown {
  return sendOutcome(
    failure,
    (error) => meaningOf(error)?.(error) ?? unlistedError(`${error.status} ${error.message}`),
  );
}

/** Herald chose the key, so an existing record is its own earlier success. */
export function isKeyTaken(failure: XrpcFailure): boolean {
  if (failure.kind !== 'error') return false;
  return /(record|value|key)\b.*already exists|already a (record|value)|RecordAlreadyExists/i.test(
    `${failure.error.name} ${failure.error.message}`,
  );
}

export function isRecordAbsent(failure: XrpcFailure): boolean {
  return failure.kind === 'error' && failure.error.name === 'RecordNotFound';
}

export function isTokenRefused(failure: XrpcFailure): boolean {
  return failure.kind === 'error' && meaningOf(failure.error)?.(failure.error).kind === 'disconnected';
}

function meaningOf({ name, status }: XrpcError): Meaning | undefined {
  return table.find(({ names, statuses }) => (names?.includes(name) ?? false) || (statuses?.includes(status) ?? false))
    ?.meaning;
}
