import { sql, type RawBuilder } from 'kysely';
import { fromNow } from './sql.ts';

/** Each write of a worker repeats the claim token, so that a worker whose lease was taken over changes nothing. */
type LeaseColumns = { token: string; until: string };

const defaultColumns: LeaseColumns = { token: 'claim_token', until: 'lease_until' };

export function isFree(tableAlias: string, { until } = defaultColumns): RawBuilder<boolean> {
  const untilRef = sql.ref(`${tableAlias}.${until}`);
  return sql<boolean>`(${untilRef} IS NULL OR ${untilRef} <= herald_now())`;
}

export function leaseTo(
  token: string | RawBuilder<unknown>,
  leaseMs: number,
  columns = defaultColumns,
): RawBuilder<unknown> {
  return sql`${sql.ref(columns.token)} = ${token}, ${sql.ref(columns.until)} = ${fromNow(leaseMs)}`;
}

export function releaseLease(columns = defaultColumns): RawBuilder<unknown> {
  return sql`${sql.ref(columns.token)} = NULL, ${sql.ref(columns.until)} = NULL`;
}
