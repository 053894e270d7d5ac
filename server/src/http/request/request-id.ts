import { AppError } from '../../kernel/errors.ts';
import type { Ids } from '../../kernel/ids.ts';

const visibleAscii = /^[\x21-\x7e]{1,255}$/;
const header = 'x-request-id';

type Headers = Readonly<Record<string, string | string[] | undefined>>;

/** The caller's own id when it is usable, else one of ours. */
export function requestId(given: string | string[] | undefined, ids: Ids): string {
  return isUsable(given) ? given : ids.make('request');
}

/** What the caller calls this request, where that is usable. */
export function givenRequestId(headers: Headers): string | undefined {
  const given = headers[header];
  return isUsable(given) ? given : undefined;
}

/** The same, and a fault where it is not. */
export function readRequestId(headers: Headers, lengthMax = 255): string | undefined {
  const given = headers[header];
  if (given === undefined || (isUsable(given) && given.length <= lengthMax)) return given;
  throw new AppError('validation', `${header} must have 1 to ${lengthMax} visible ASCII characters`, { param: header });
}

function isUsable(given: string | string[] | undefined): given is string {
  return typeof given === 'string' && visibleAscii.test(given);
}
