import { commonRows, type MeaningRow } from '../shared/meta-errors.ts';
import { metaOutcomes } from '../shared/meta-outcomes.ts';

const rows: readonly MeaningRow[] = [
  { subcodes: [2207051], meaning: 'spamBlock' },
  { codes: [9], subcodes: [2207042, undefined], meaning: 'dailyCap' },
  { subcodes: [2207042], meaning: 'dailyCap' },
  { subcodes: [2207027], meaning: 'notReady' },
  { codes: [9007], meaning: 'notReady' },
  { subcodes: [2207006, 2207008], meaning: 'gone' },
  { codes: [24], meaning: 'gone' },
  // Instagram could not fetch in time, or stumbled itself.
  { subcodes: [2207001, 2207003, 2207020, 2207032, 2207053, 2207082], meaning: 'transient' },
  // Size, format, shape and length of what is posted, and accounts that are restricted.
  { subcodes: [2207004, 2207005, 2207009, 2207010, 2207023, 2207026, 2207028, 2207050], meaning: 'rejected' },
  { subcodes: [2207052, 2207057, 2207077, 2207081], meaning: 'rejected' },
  { codes: [25, 352, 9004, 36_000, 36_001, 36_003, 36_004], meaning: 'rejected' },
  ...commonRows,
];

export const { meaningOfError, meaningOfSubcode, toStepRefusal, toSendOutcome, toConnectFailure } = metaOutcomes(rows);
