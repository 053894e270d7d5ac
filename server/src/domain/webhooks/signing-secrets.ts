import type { WebhookEndpointRow } from '../../db/rows.ts';

export type SecretColumns = Pick<
  WebhookEndpointRow,
  'secretSealed' | 'stagedSecretSealed' | 'stagedAt' | 'previousSecretsSealed' | 'previousUntil'
>;

type At = { now: Date; rotationMs: number };

export const noSecrets: SecretColumns = {
  secretSealed: null,
  stagedSecretSealed: null,
  stagedAt: null,
  previousSecretsSealed: [],
  previousUntil: [],
};

// Limits the signatures in the header when secrets are rotated often.
const previousMax = 10;

/** Applies due promotions and expirations. No job is needed: the next write of the row stores the result. */
export function secretsAt(columns: SecretColumns, { now, rotationMs }: At): SecretColumns {
  const promotesAt = columns.stagedAt === null ? null : new Date(columns.stagedAt.getTime() + rotationMs);
  const current = promotesAt !== null && promotesAt <= now ? promote(columns, promotesAt, rotationMs) : pick(columns);
  const isListed = (_: unknown, index: number): boolean => (current.previousUntil[index] ?? now) > now;
  return {
    ...current,
    previousSecretsSealed: current.previousSecretsSealed.filter(isListed),
    previousUntil: current.previousUntil.filter(isListed),
  };
}

/** The old secret still signs `webhook-signature` for one rotation period. */
export function promote(columns: SecretColumns, at: Date, rotationMs: number): SecretColumns {
  const secret = columns.secretSealed;
  return {
    secretSealed: columns.stagedSecretSealed,
    stagedSecretSealed: null,
    stagedAt: null,
    previousSecretsSealed: [...(secret === null ? [] : [secret]), ...columns.previousSecretsSealed].slice(
      0,
      previousMax,
    ),
    previousUntil: [new Date(at.getTime() + rotationMs), ...columns.previousUntil].slice(0, previousMax),
  };
}

export function stage(columns: SecretColumns, sealed: string, now: Date): SecretColumns {
  if (columns.secretSealed === null) return { ...noSecrets, secretSealed: sealed };
  return { ...pick(columns), stagedSecretSealed: sealed, stagedAt: now };
}

/** `first` signs `X-Service-Signature`; `all` sign `webhook-signature`, in this order. */
export function signers(columns: SecretColumns): { first: string | null; all: string[] } {
  const all = [columns.secretSealed, columns.stagedSecretSealed, ...columns.previousSecretsSealed];
  return { first: columns.secretSealed, all: all.filter((sealed) => sealed !== null) };
}

function pick(columns: SecretColumns): SecretColumns {
  return {
    secretSealed: columns.secretSealed,
    stagedSecretSealed: columns.stagedSecretSealed,
    stagedAt: columns.stagedAt,
    previousSecretsSealed: columns.previousSecretsSealed,
    previousUntil: columns.previousUntil,
  };
}
