import { revokeTokenJob } from '../domain/accounts/account-jobs.ts';
import { revokeUnusedToken } from '../domain/posts/account-targets.ts';
import { handle } from './handler.ts';

export const revokeTokenHandler = handle(revokeTokenJob, (ctx, { ownerId, revocationId }) =>
  revokeUnusedToken({ ...ctx, caller: { kind: 'system', ownerId } }, revocationId),
);
