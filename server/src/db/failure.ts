import { AppError } from '../kernel/errors.ts';

// Connection failures (08, 57P), too many connections, canceled statements, cached plans invalidated by a migration, read-only
// servers (a replica, after a failover), and serialization failures or deadlocks that retries did not resolve.
const unavailableStates = /^(08...|57P..|57014|53300|0A000|25006|25P03|40001|40P01)$/;
const diskFullState = '53100';
const unavailableSystemCodes = new Set(['ECONNREFUSED', 'ECONNRESET', 'EPIPE', 'ETIMEDOUT', 'ENOTFOUND', 'EAI_AGAIN']);
const unavailableMessages =
  /Connection terminated|Query read timeout|timeout exceeded when trying to connect|not queryable/;
const repeatableStates = new Set(['40001', '40P01']);
const retryAfterSeconds = 1;

export function databaseFailure(error: unknown): unknown {
  if (stateOf(error) === diskFullState) return error instanceof AppError ? error : diskFull(error);
  return isUnavailable(error) ? unavailable(error) : error;
}

function diskFull(error: unknown): AppError {
  return new AppError('insufficientStorage', "The database's disk is full", { retryAfterSeconds: 60 }, error);
}

export function unavailable(error: unknown): AppError {
  return new AppError(
    'unavailable',
    'The database is unavailable',
    { retryAfterSeconds, dependency: 'database' },
    error,
  );
}

/** After these, the transaction was rolled back and can run again. */
export function isRepeatable(error: unknown): boolean {
  return repeatableStates.has(stateOf(error));
}

export function violates(error: unknown, constraint: string): boolean {
  return error instanceof Error && 'constraint' in error && error.constraint === constraint;
}

function isUnavailable(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  const state = stateOf(error);
  return unavailableStates.test(state) || unavailableSystemCodes.has(state) || unavailableMessages.test(error.message);
}

function stateOf(error: unknown): string {
  const origin = error instanceof AppError ? error.cause : error;
  return origin instanceof Error && 'code' in origin && typeof origin.code === 'string' ? origin.code : '';
}
