import type { Clock } from './time/clock.ts';
import type { Random } from './crypto/random.ts';

const idPrefixes = {
  user: 'usr_',
  profile: 'prf_',
  apiKey: 'key_',
  account: 'acc_',
  queue: 'que_',
  post: 'pst_',
  contact: 'ctc_',
  channel: 'chn_',
  automation: 'aut_',
  automationLog: 'atl_',
  connectSession: 'cns_',
  revocation: 'rvk_',
  webhook: 'whk_',
  delivery: 'whd_',
  event: 'evt_',
  worker: 'wrk_',
  request: 'req_',
} as const;

type IdKind = keyof typeof idPrefixes;
export type Ids = { make(kind: IdKind): string };

const alphabet = '0123456789abcdefghijklmnopqrstuvwxyz';
const timeLength = 9;
const randomLength = 15;
// The largest multiple of 36 in a byte: larger values would favor the first letters.
const fairByteMax = 252;

/** Prefix, nine characters of time so that indexes grow at one end, fifteen random characters. */
export function createIds(clock: Clock, random: Random): Ids {
  return { make: (kind) => `${startOfIds(kind, clock.now())}${randomText(random)}` };
}

/** Not greater than any ID created from this instant on, and greater than every earlier one. */
export function startOfIds(kind: IdKind, at: Date): string {
  return `${idPrefixes[kind]}${at.getTime().toString(36).padStart(timeLength, '0')}`;
}

function randomText(random: Random): string {
  let text = '';
  while (text.length < randomLength) {
    for (const byte of random.bytes(randomLength + 1)) {
      if (byte < fairByteMax && text.length < randomLength) text += alphabet.charAt(byte % 36);
    }
  }
  return text;
}
