import type { FastifyReply, FastifyRequest } from 'fastify';
import { isApiKey } from '../../domain/api-keys/api-key.ts';
import { identifyKey } from '../../domain/api-keys/identify-key.ts';
import { touchApiKey } from '../../domain/api-keys/touch-api-key.ts';
import type { Budget, Caller, Ctx } from '../../domain/context.ts';
import { BoundedMap } from '../../kernel/bounded-map.ts';
import { AppError } from '../../kernel/errors.ts';
import { sha256 } from '../../kernel/crypto/secret.ts';
import { createFailedKeys } from './failed-keys.ts';

type World = Omit<Ctx, 'caller'>;
type Denial = { untilMs: number; budget: Budget | null };

const deniedMax = 10_000;
const touchEveryMs = 60_000;

export type Authenticator = {
  authenticate(request: FastifyRequest, reply: FastifyReply): Promise<Caller>;
  /** Resolves when what runs behind the answers has ended. */
  settled(): Promise<void>;
};

export function createAuthenticator(world: World, failuresPerMinute: number): Authenticator {
  const failed = createFailedKeys(world.clock, failuresPerMinute);
  const denied = new BoundedMap<string, Denial>(deniedMax);
  const touched = new BoundedMap<string, number>(deniedMax);
  const pending = new Set<Promise<void>>();

  /** At most once a minute per key and process, and never on the request's path. */
  const touch = (caller: Extract<Caller, { kind: 'key' }>, lastUsedAt: Date | null): void => {
    const nowMs = world.clock.now().getTime();
    const lastMs = Math.max(lastUsedAt?.getTime() ?? 0, touched.get(caller.keyId) ?? 0);
    if (nowMs - lastMs < touchEveryMs) return;
    touched.set(caller.keyId, nowMs);
    const work = touchApiKey({ ...world, caller })
      .catch((error: unknown) => world.log.warn({ err: error }, 'the last use of a key was not noted'))
      .finally(() => pending.delete(work));
    pending.add(work);
  };

  const authenticate = async (request: FastifyRequest, reply: FastifyReply): Promise<Caller> => {
    const key = bearerOf(request.headers.authorization);
    if (key === undefined || !isApiKey(key)) throw failed(request.ip);
    const hash = sha256(key);
    const mapKey = hash.toString('base64');
    refuseDenied(world, denied, { mapKey, reply });
    const identity = await identifyKey(world, hash);
    if (identity === undefined) throw failed(request.ip);
    const { caller, retryAfterSeconds, lastUsedAt } = identity;
    setBudgetHeaders(reply, caller.budget);
    if (retryAfterSeconds !== null) {
      const untilMs = world.clock.now().getTime() + retryAfterSeconds * 1000;
      denied.set(mapKey, { untilMs, budget: caller.budget });
      throw new AppError('rateLimited', 'The request budget is spent', { retryAfterSeconds });
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

/** A key that was denied stays so from memory until its time: a flood of refused requests costs no statements. */
function refuseDenied(
  world: World,
  denied: BoundedMap<string, Denial>,
  { mapKey, reply }: { mapKey: string; reply: FastifyReply },
): void {
  const denial = denied.get(mapKey);
  if (denial === undefined) return;
  const leftMs = denial.untilMs - world.clock.now().getTime();
  if (leftMs <= 0) {
    denied.delete(mapKey);
    return;
  }
  setBudgetHeaders(reply, denial.budget);
  throw new AppError('rateLimited', 'The request budget is spent', { retryAfterSeconds: Math.ceil(leftMs / 1000) });
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
