import type { Refusal, Unknown } from '../adapter.ts';
import type { XrpcFailure } from './xrpc.ts';

type XrpcError = Extract<XrpcFailure, { kind: 'error' }>;
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
  /** Where the meaning is documented. */
  source: string;
};

const createRecord = 'lexicon com.atproto.repo.createRecord';
const pds = 'atproto PDS';

/** The first matching row decides. */
const table: readonly Row[] = [
  // Both are said of the short-lived token too: whether the session is dead shows when it is refreshed.
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
  // Any other 400 is a refusal of this request, whatever it is called.
  { statuses: [400], meaning: rejected, source: 'AT Protocol: XRPC' },
  { statuses: [413, 415], meaning: rejected, source: 'AT Protocol: XRPC' },
];

/** For repeatable requests: an error that no row knows is a rejection in the server's own words. */
export function toStepRefusal(failure: XrpcFailure): Refusal {
  if (failure.kind !== 'error') return { kind: 'notDone', reason: failure.reason };
  return (meaningOf(failure) ?? rejected)(failure);
}

/** For the record itself: an error that no row knows leaves it open, and the look-up by key is cheap. */
export function toSendOutcome(failure: XrpcFailure): Refusal | Unknown {
  if (failure.kind === 'notSent') return { kind: 'notDone', reason: failure.reason };
  if (failure.kind === 'lost') return { kind: 'unknown', reason: failure.reason };
  const meaning = meaningOf(failure);
  if (meaning !== undefined) return meaning(failure);
  return { kind: 'unknown', reason: `${failure.status} ${failure.message}`, isRefusal: true };
}

/** The key is our own, so that whatever lies there is our own earlier success. */
export function isKeyTaken(failure: XrpcFailure): boolean {
  if (failure.kind !== 'error') return false;
  return /(record|value|key)\b.*already exists|already a (record|value)|RecordAlreadyExists/i.test(
    `${failure.name} ${failure.message}`,
  );
}

export function isRecordAbsent(failure: XrpcFailure): boolean {
  return failure.kind === 'error' && failure.name === 'RecordNotFound';
}

export function isTokenRefused(failure: XrpcFailure): boolean {
  return failure.kind === 'error' && meaningOf(failure)?.(failure).kind === 'disconnected';
}

function meaningOf({ name, status }: XrpcError): Meaning | undefined {
  return table.find(({ names, statuses }) => (names?.includes(name) ?? false) || (statuses?.includes(status) ?? false))
    ?.meaning;
}
