import { createHmac } from 'node:crypto';
import { isRecord } from '../../core/wire/parameters.ts';

export type Claims = Readonly<Record<string, string | number>>;

/** For the sandbox's own tokens only. */
const secret = 'herald-sandbox-bluesky';

const encode = (value: object): string => Buffer.from(JSON.stringify(value)).toString('base64url');
const sign = (text: string): string => createHmac('sha256', secret).update(text).digest('base64url');

export function writeJwt(typ: string, claims: Claims): string {
  const text = `${encode({ typ, alg: 'HS256' })}.${encode(claims)}`;
  return `${text}.${sign(text)}`;
}

export function readJwt(token: string): Claims | undefined {
  const [header = '', payload = '', signature] = token.split('.');
  if (signature === undefined || signature !== sign(`${header}.${payload}`)) return undefined;
  const claims: unknown = JSON.parse(Buffer.from(payload, 'base64url').toString());
  return isRecord(claims) ? (claims as Claims) : undefined;
}
