import type { GraphError } from './errors.ts';

const months = ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec'];
const days = ['Sunday', 'Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday'];

function spoken(ms: number): string {
  const at = new Date(ms);
  const two = (value: number): string => String(value).padStart(2, '0');
  const date = `${two(at.getUTCDate())}-${months[at.getUTCMonth()] ?? ''}-${two(at.getUTCFullYear() % 100)}`;
  return `${days[at.getUTCDay()] ?? ''}, ${date} ${at.toISOString().slice(11, 19)} UTC`;
}

export const tokenErrors = {
  missing: (): GraphError => ({
    message: 'An access token is required to request this resource.',
    code: 104,
  }),
  unreadable: (): GraphError => ({ message: 'Invalid OAuth access token - Cannot parse access token', code: 190 }),
  expired: (expiredAt: number, now: number): GraphError => ({
    message: `Error validating access token: Session has expired on ${spoken(expiredAt)}. The current time is ${spoken(now)}.`,
    code: 190,
    subcode: 463,
  }),
  revoked: (): GraphError => ({
    message: 'Error validating access token: The user has not authorized application.',
    code: 190,
    subcode: 458,
  }),
  permission: (): GraphError => ({
    message: '(#10) Application does not have permission for this action',
    code: 10,
    status: 403,
  }),
  permissionOf: (scope: string): GraphError => ({
    message: `(#200) Requires ${scope} permission to manage the object`,
    code: 200,
    status: 403,
  }),
};
