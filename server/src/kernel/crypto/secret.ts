import { createHash, timingSafeEqual, type Hash } from 'node:crypto';

export function sha256(text: string): Buffer {
  return createHash('sha256').update(text).digest();
}

/** Constant time whatever the lengths, because digests are compared. */
export function isSameSecret(given: string, expected: string): boolean {
  return timingSafeEqual(sha256(given), sha256(expected));
}

/** For bytes that pass by. */
export function sha256Stream(): Hash {
  return createHash('sha256');
}
