import type { FastifyRequest } from 'fastify';
import type { SystemCtx } from '../../domain/context.ts';

/** Owner and key once the request is authenticated, even if it is refused afterwards. */
export function requestIds({ id: requestId, caller }: FastifyRequest): object {
  if (caller?.kind !== 'key') return { requestId };
  return { requestId, ownerId: caller.ownerId, keyId: caller.keyId };
}

/** Whatever an operation logs names the request. */
export function requestCtx(systemCtx: SystemCtx, request: FastifyRequest): SystemCtx {
  return { ...systemCtx, log: systemCtx.log.child(requestIds(request)) };
}
