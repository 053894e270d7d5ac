import type { FastifyRequest } from 'fastify';
import type { SystemCtx } from '../../domain/context.ts';

/** Set once authenticated, even if the request is refused afterwards. */
export function requestIds({ id: requestId, caller }: FastifyRequest): object {
  if (caller?.kind !== 'key') return { requestId };
  return { requestId, ownerId: caller.ownerId, keyId: caller.keyId };
}

export function requestCtx(systemCtx: SystemCtx, request: FastifyRequest): SystemCtx {
  return { ...systemCtx, log: systemCtx.log.child(requestIds(request)) };
}
