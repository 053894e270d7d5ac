import { createHmac } from 'node:crypto';
import { isRecord } from '../../core/parameters.ts';

export type Claims = Readonly<Record<string, string | number>>;

/** Known to nobody but the sandbox, which only ever meets its own tokens. */
const secret = 'herald-sandbox-bluesky';

const encode = (value: object): string => Buffer.from(JSON.stringify(value)).toString('base64url');
const sign = (text: string): string => createHmac('sha256', secret).update(text).digest('base64url');

export function writeJwt(typ: string, claims: Claims): string {
  const text = `${encode({ typ, alg: 'HS256' })}.${encode(claims)}`;
  return `${text}.${sign(text)}`;
}

/** Undefined unless it was written here. */
export function readJwt(token: string): Claims | undefined {
  const [header = '', payload = '', signature] = token.split('.');
  if (signature === undefined || signature !== sign(`${header}.${payload}`)) return undefined;
  const claims: unknown = JSON.parse(Buffer.from(payload, 'base64url').toString());
  return isRecord(claims) ? (claims as Claims) : undefined;
}
