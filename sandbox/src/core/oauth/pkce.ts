import { createHash } from 'node:crypto';

export type Challenge = { readonly method: string; readonly text: string };

/** RFC 7636; the method defaults to `plain`. */
export function readChallenge(query: URLSearchParams): Challenge | undefined {
  const text = query.get('code_challenge');
  return text === null ? undefined : { text, method: query.get('code_challenge_method') ?? 'plain' };
}

export function isWellFormed({ method, text }: Challenge): boolean {
  if (method === 'S256') return /^[\w-]{43}$/.test(text);
  return method === 'plain' && text.length > 0 && text.length <= 128;
}

export function matchesChallenge({ method, text }: Challenge, verifier: string): boolean {
  if (method === 'plain') return verifier === text;
  return createHash('sha256').update(verifier).digest('base64url') === text;
}
