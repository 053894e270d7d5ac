import { sha256 } from '../../kernel/crypto/secret.ts';
import type { Ctx } from '../context.ts';

const stateBytes = 32;
const codeAlphabet = 'ABCDEFGHJKLMNPQRSTUVWXYZ23456789';
const codeLength = 10;

export function newState(ctx: Pick<Ctx, 'random'>): string {
  return Buffer.from(ctx.random.bytes(stateBytes)).toString('base64url');
}

/** Only the hash is stored. */
export function stateHash(state: string): Buffer {
  return sha256(`connect state ${state}`);
}

/** Derived from the state, so that the page can show the code again without storing it. */
export function codeOf(state: string): string {
  const bytes = [...sha256(`connect code ${state}`).subarray(0, codeLength)];
  return bytes.map((byte) => codeAlphabet.charAt(byte % codeAlphabet.length)).join('');
}

export function codeHash(code: string): Buffer {
  return sha256(`connect code hash ${code.toUpperCase()}`);
}

/** PKCE, method S256. */
export function codeChallenge(verifier: string): string {
  return sha256(verifier).toString('base64url');
}
