import type { PostTargetRow } from '../../../db/post-rows.ts';

/** The driver would write arrays as PostgreSQL arrays, so JSON is passed as text. */
export function targetValues<Row extends Partial<PostTargetRow>>(row: Row): Row {
  const json: Partial<Record<keyof PostTargetRow, unknown>> = {};
  for (const column of ['settings', 'handle', 'follow_ups', 'waiting'] as const) {
    const value = row[column];
    if (value !== undefined && value !== null) json[column] = JSON.stringify(value);
  }
  return { ...row, ...json };
}
