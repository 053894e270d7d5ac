import { createHash } from 'node:crypto';
import { collection, type Reader, type Tx } from '../../core/state/store.ts';
import { base32 } from './cid.ts';
import { personalHostOf } from './hosts.ts';

export type Person = {
  readonly did: string;
  readonly handle: string;
  readonly host: string;
  readonly displayName: string;
  readonly followersCount: number;
  readonly followsCount: number;
  readonly isEmailConfirmed: boolean;
  readonly isTakenDown: boolean;
  readonly isPasswordRevoked: boolean;
  readonly videosPerDay: number;
  readonly videoBytesPerDay: number;
  /** The lexicon wraps the video job in `jobStatus`; the live service does not. */
  readonly wrapsJobStatus: boolean;
  /** Current servers return 500 for an existing record; newer ones return an error name. */
  readonly namesExistingRecord: boolean;
};

export const appPassword = 'sand-boxx-pass-word';

const stored = collection<Person>('bluesky/people');
const dids = collection<{ did: string }>('bluesky/handles');

export const people = {
  get: (reader: Reader, did: string): Person | undefined => stored.get(reader, did),
  find: (reader: Reader, actor: string): Person | undefined =>
    stored.get(reader, actor) ?? stored.get(reader, dids.get(reader, actor.toLowerCase())?.did ?? ''),
  put: (tx: Tx, person: Person): void => {
    stored.put(tx, person.did, person);
    dids.put(tx, person.handle, { did: person.did });
  },
};

export const canBeHandle = (handle: string): boolean => /^[a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?\.bsky\.test$/.test(handle);

export function newPerson(handle: string): Person {
  const hash = createHash('sha256').update(`did:${handle}`).digest();
  return {
    did: `did:plc:${base32(hash).slice(0, 24)}`,
    handle,
    host: personalHostOf(handle),
    displayName: handle.split('.')[0] ?? handle,
    followersCount: 128,
    followsCount: 32,
    isEmailConfirmed: true,
    isTakenDown: false,
    isPasswordRevoked: false,
    videosPerDay: 25,
    videoBytesPerDay: 10_737_418_240,
    wrapsJobStatus: false,
    namesExistingRecord: false,
  };
}

export function didDocumentOf({ did, handle, host }: Person) {
  return {
    '@context': ['https://www.w3.org/ns/did/v1', 'https://w3id.org/security/multikey/v1'],
    id: did,
    alsoKnownAs: [`at://${handle}`],
    verificationMethod: [],
    service: [{ id: '#atproto_pds', type: 'AtprotoPersonalDataServer', serviceEndpoint: `https://${host}` }],
  };
}
