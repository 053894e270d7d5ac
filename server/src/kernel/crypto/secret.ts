import { createHash, createHmac, timingSafeEqual, type Hash } from 'node:crypto';

export function sha256(text: string): Buffer {
  return createHash('sha256').update(text).digest();
}

/** Compares digests, so that the time does not depend on the length. */
export function isSameSecret(candidate: string, expected: string): boolean {
  return timingSafeEqual(sha256(candidate), sha256(expected));
}

export function hmacSha256(secret: string, bytes: Uint8Array): Buffer {
  return createHmac('sha256', secret).update(bytes).digest();
}

export function sha256Stream(): Hash {
  return createHash('sha256');
}
