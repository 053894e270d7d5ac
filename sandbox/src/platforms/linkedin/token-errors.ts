import type { ServiceError } from './errors.ts';

const dead = (serviceErrorCode: number, code: string, message: string): ServiceError => ({
  status: 401,
  serviceErrorCode,
  code,
  message,
});

export const tokenErrors = {
  missing: () => dead(65604, 'EMPTY_ACCESS_TOKEN', 'Empty oauth2 access token'),
  unknown: () => dead(65600, 'INVALID_ACCESS_TOKEN', 'Invalid access token'),
  revoked: () => dead(65601, 'REVOKED_ACCESS_TOKEN', 'The token used in the request has been revoked by the user'),
  expired: () => dead(65602, 'EXPIRED_ACCESS_TOKEN', 'The token used in the request has expired'),
  permission: (resource: string): ServiceError => ({
    status: 403,
    serviceErrorCode: 100,
    code: 'ACCESS_DENIED',
    message: `Not enough permissions to access: ${resource}`,
  }),
};
