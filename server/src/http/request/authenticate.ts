import type { FastifyReply, FastifyRequest } from 'fastify';
import { isApiKey } from '../../domain/api-keys/api-key.ts';
import { identifyKey } from '../../domain/api-keys/identify-key.ts';
import { touchApiKey } from '../../domain/api-keys/touch-api-key.ts';
import type { Budget, Caller, SystemCtx } from '../../domain/context.ts';
import { BoundedMap } from '../../kernel/bounded-map.ts';
import { AppError } from '../../kernel/errors.ts';
import { sha256 } from '../../kernel/crypto/secret.ts';
import { createFailedKeys } from './failed-keys.ts';

type Denial = { untilMs: number; budget: Budget | null };

const deniedMax = 10_000;
const touchEveryMs = 60_000;

export type Authenticator = {
  authenticate(request: FastifyRequest, reply: FastifyReply): Promise<Caller>;
  settled(): Promise<void>;
};

export function createAuthenticator(systemCtx: SystemCtx, failuresPerMinute: number): Authenticator {
  const failed = createFailedKeys(systemCtx.clock, failuresPerMinute);
  const denied = new BoundedMap<string, Denial>(deniedMax);
  const touched = new BoundedMap<string, number>(deniedMax);
  const pending = new Set<Promise<void>>();

  /** Records a use at most once a minute per key and process, without delaying the request. */
  const touch = (caller: Extract<Caller, { kind: 'key' }>, lastUsedAt: Date | null): void => {
    const nowMs = systemCtx.clock.now().getTime();
    const lastMs = Math.max(lastUsedAt?.getTime() ?? 0, touched.get(caller.keyId) ?? 0);
    if (nowMs - lastMs < touchEveryMs) return;
    touched.set(caller.keyId, nowMs);
    const work = touchApiKey({ ...systemCtx, caller })
      .catch((error: unknown) => systemCtx.log.warn({ err: error }, 'the last use of a key was not recorded'))
      .finally(() => pending.delete(work));
    pending.add(work);
  };

  const authenticate = async (request: FastifyRequest, reply: FastifyReply): Promise<Caller> => {
    const { authorization } = request.headers;
    const key = bearerOf(authorization);
    if (key === undefined || !isApiKey(key)) throw failed(request.ip, malformedReason(authorization));
    const hash = sha256(key);
    const mapKey = hash.toString('base64');
    refuseDenied(systemCtx, denied, { mapKey, reply });
    const identity = await identifyKey(systemCtx, hash);
    if (identity === undefined) throw failed(request.ip, 'The API key is unknown or was deleted');
    const { caller, retryAfterSeconds, lastUsedAt } = identity;
    setBudgetHeaders(reply, caller.budget);
    if (retryAfterSeconds !== null) {
      const untilMs = systemCtx.clock.now().getTime() + retryAfterSeconds * 1000;
      denied.set(mapKey, { untilMs, budget: caller.budget });
      throw new AppError('rateLimited', 'The rate limit is exceeded: wait as long as Retry-After says', {
        retryAfterSeconds,
      });
    }
    touch(caller, lastUsedAt);
    return caller;
  };

  return {
    authenticate,
    settled: async () => {
      await Promise.all(pending);
    },
  };
}

function malformedReason(authorization: string | undefined): string {
  if (authorization === undefined || authorization.trim() === '') {
    return 'Send the header Authorization: Bearer <API key>';
  }
  if (!/^Bearer( |$)/i.test(authorization)) return 'The Authorization header must begin with Bearer and a space';
  return 'The value after Bearer is not an API key: keys begin with hrd_live_ and have 73 characters';
}

/** Refuses from memory, so that a flood of requests costs no queries. */
function refuseDenied(
  systemCtx: SystemCtx,
  denied: BoundedMap<string, Denial>,
  { mapKey, reply }: { mapKey: string; reply: FastifyReply },
): void {
  const denial = denied.get(mapKey);
  if (denial === undefined) return;
  const leftMs = denial.untilMs - systemCtx.clock.now().getTime();
  if (leftMs <= 0) {
    denied.delete(mapKey);
    return;
  }
  setBudgetHeaders(reply, denial.budget);
  throw new AppError('rateLimited', 'The rate limit is exceeded: wait as long as Retry-After says', {
    retryAfterSeconds: Math.ceil(leftMs / 1000),
  });
}

function setBudgetHeaders(reply: FastifyReply, budget: Budget | null): void {
  if (budget === null) return;
  reply.header('X-RateLimit-Limit', budget.perMinute);
  reply.header('X-RateLimit-Remaining', budget.remaining);
  reply.header('X-RateLimit-Reset', Math.ceil(budget.resetAt.getTime() / 1000));
}

export function bearerOf(header: string | undefined): string | undefined {
  return header === undefined ? undefined : /^Bearer +(\S+)$/i.exec(header)?.[1];
}
