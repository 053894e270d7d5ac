import type { Ids } from '../kernel/ids.ts';

const visibleAscii = /^[\x21-\x7e]{1,255}$/;

/** The caller's own id when it is usable, else one of ours. */
export function requestId(header: string | string[] | undefined, ids: Ids): string {
  return typeof header === 'string' && visibleAscii.test(header) ? header : ids.make('request');
}
