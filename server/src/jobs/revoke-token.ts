import { revokeTokenJob } from '../domain/accounts/account-jobs.ts';
import { revokeToken } from '../domain/accounts/revoke-token.ts';
import { handle } from './handler.ts';

export const revokeTokenHandler = handle(revokeTokenJob, (ctx, { ownerId, revocationId }) =>
  revokeToken({ ...ctx, caller: { kind: 'system', ownerId } }, revocationId),
);
