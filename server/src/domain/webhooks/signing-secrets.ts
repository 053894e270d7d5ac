import type { WebhookEndpointRow } from '../../db/rows.ts';

/** The columns of an endpoint that hold its secrets, still sealed. */
export type SecretColumns = Pick<
  WebhookEndpointRow,
  'secret_sealed' | 'staged_secret_sealed' | 'staged_at' | 'previous_secrets_sealed' | 'previous_until'
>;

type At = { now: Date; rotationMs: number };

export const noSecrets: SecretColumns = {
  secret_sealed: null,
  staged_secret_sealed: null,
  staged_at: null,
  previous_secrets_sealed: [],
  previous_until: [],
};

// More rotations by call within one period than anybody needs; each costs a signature in a header.
const previousMax = 10;

/**
 * The columns as they are at an instant: a staged secret whose time has come has taken over, and a previous one whose
 * time is over is gone. Nothing has to run for that; whoever writes the row next writes it down.
 */
export function secretsAt(columns: SecretColumns, { now, rotationMs }: At): SecretColumns {
  const promotesAt = columns.staged_at === null ? null : new Date(columns.staged_at.getTime() + rotationMs);
  const current = promotesAt !== null && promotesAt <= now ? promote(columns, promotesAt, rotationMs) : pick(columns);
  const isListed = (_: unknown, index: number): boolean => (current.previous_until[index] ?? now) > now;
  return {
    ...current,
    previous_secrets_sealed: current.previous_secrets_sealed.filter(isListed),
    previous_until: current.previous_until.filter(isListed),
  };
}

/** The staged secret signs from now on; the old one stays in the list header for as long again. */
export function promote(columns: SecretColumns, at: Date, rotationMs: number): SecretColumns {
  const secret = columns.secret_sealed;
  return {
    secret_sealed: columns.staged_secret_sealed,
    staged_secret_sealed: null,
    staged_at: null,
    previous_secrets_sealed: [...(secret === null ? [] : [secret]), ...columns.previous_secrets_sealed].slice(
      0,
      previousMax,
    ),
    previous_until: [new Date(at.getTime() + rotationMs), ...columns.previous_until].slice(0, previousMax),
  };
}

/** A new secret over an existing one waits; a first one holds at once. */
export function stage(columns: SecretColumns, sealed: string, now: Date): SecretColumns {
  if (columns.secret_sealed === null) return { ...noSecrets, secret_sealed: sealed };
  return { ...pick(columns), staged_secret_sealed: sealed, staged_at: now };
}

/** Which secret makes `X-Service-Signature`, and which ones `webhook-signature` lists, in order. */
export function signers(columns: SecretColumns): { first: string | null; all: string[] } {
  const all = [columns.secret_sealed, columns.staged_secret_sealed, ...columns.previous_secrets_sealed];
  return { first: columns.secret_sealed, all: all.filter((sealed) => sealed !== null) };
}

function pick(columns: SecretColumns): SecretColumns {
  return {
    secret_sealed: columns.secret_sealed,
    staged_secret_sealed: columns.staged_secret_sealed,
    staged_at: columns.staged_at,
    previous_secrets_sealed: columns.previous_secrets_sealed,
    previous_until: columns.previous_until,
  };
}
