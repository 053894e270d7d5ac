import { AppError } from '../../kernel/errors.ts';
import type { Ids } from '../../kernel/ids.ts';

const visibleAscii = /^[\x21-\x7e]{1,255}$/;
const header = 'x-request-id';

type Headers = Readonly<Record<string, string | string[] | undefined>>;

export function requestId(value: string | string[] | undefined, ids: Ids): string {
  return isUsable(value) ? value : ids.make('request');
}

export function requestIdHeader(headers: Headers): string | undefined {
  const value = headers[header];
  return isUsable(value) ? value : undefined;
}

export function readRequestId(headers: Headers, lengthMax = 255): string | undefined {
  return readKey(headers, header, lengthMax);
}

export function readIdempotencyKey(headers: Headers): string | undefined {
  return readKey(headers, 'idempotency-key', 255);
}

function readKey(headers: Headers, name: string, lengthMax: number): string | undefined {
  const value = headers[name];
  if (value === undefined || (isUsable(value) && value.length <= lengthMax)) return value;
  throw new AppError('validation', `${name} must have 1 to ${lengthMax} visible ASCII characters`, { param: name });
}

function isUsable(value: string | string[] | undefined): value is string {
  return typeof value === 'string' && visibleAscii.test(value);
}
