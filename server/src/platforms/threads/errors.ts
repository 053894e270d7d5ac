import { commonRows, type MeaningRow } from '../shared/meta-errors.ts';
import { metaOutcomes } from '../shared/meta-outcomes.ts';

/** The first row that fits decides. */
const rows: readonly MeaningRow[] = [
  { subcodes: [2207051], meaning: 'spamBlock' },
  { subcodes: [2207042], meaning: 'dailyCap' },
  { subcodes: [2207027], meaning: 'notReady' },
  { subcodes: [2207006, 2207008], meaning: 'gone' },
  { codes: [24], meaning: 'gone' },
  // Threads could not fetch in time, or stumbled itself.
  { subcodes: [2207001, 2207003, 2207020, 2207032, 2207053], meaning: 'transient' },
  // A restricted account, and a topic tag that is none.
  { subcodes: [4279013, 4279071], meaning: 'rejected' },
  ...commonRows,
];

export const outcomes = metaOutcomes(rows);
