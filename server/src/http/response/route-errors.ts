import type { ErrorCode } from '../../kernel/errors.ts';
import type { JsonRoute } from '../route.ts';

export function routeErrors(route: JsonRoute): ErrorCode[] {
  const codes: ErrorCode[] = ['unauthorized', 'rateLimited'];
  if (route.access !== 'read') codes.push('permissionRequired', 'insufficientStorage');
  if (route.access === 'write') codes.push('forbidden');
  codes.push('payloadTooLarge', 'unsupportedEncoding');
  if (route.body !== undefined) codes.push('jsonBodyRequired', 'invalidJsonBody');
  if (route.body !== undefined && route.isBodyCheckedLater !== true) codes.push('validation');
  if (route.query !== undefined) codes.push('validation');
  codes.push(...route.errors, 'internal', 'unavailable');
  return [...new Set(codes)];
}
