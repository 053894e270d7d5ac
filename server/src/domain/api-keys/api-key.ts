import type { Random } from '../../kernel/crypto/random.ts';

const pattern = /^hrd_live_[0-9a-f]{64}$/;
const previewLength = 18;

export const apiKeysPerUserMax = 100;

export function isApiKey(text: string): boolean {
  return pattern.test(text);
}

export function newApiKey(random: Random): string {
  return `hrd_live_${Buffer.from(random.bytes(32)).toString('hex')}`;
}

export function previewOf(key: string): string {
  return `${key.slice(0, previewLength)}...`;
}
