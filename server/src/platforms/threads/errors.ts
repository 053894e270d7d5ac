import { commonRows, type MeaningRow } from '../meta/errors.ts';
import { metaOutcomes } from '../meta/outcomes.ts';

const instagram = 'Instagram Platform: Error codes (shared subcodes)';
const threads = 'Threads API: Troubleshooting';

const rows: readonly MeaningRow[] = [
  // Spam and restriction: sending again makes it worse.
  { subcodes: [2207051, 2207050], meaning: 'rejected', source: instagram },
  { subcodes: [4279013], meaning: 'rejected', source: threads },
  { codes: [25], meaning: 'rejected', source: instagram },
  { subcodes: [2207042], meaning: 'dailyCap', source: instagram },
  { subcodes: [4279009], meaning: 'preparationLost', source: 'Threads API: official Postman collection, 2026-01' },
  { subcodes: [2207006, 2207020, 2207053], meaning: 'preparationLost', source: instagram },
  { subcodes: [2207027, 2207008, 2207052], meaning: 'retry', source: instagram },
  { codes: [24], meaning: 'preparationLost', source: instagram },
  { subcodes: [2207001, 2207003, 2207032], meaning: 'transient', source: instagram },
  // A forbidden character in a topic tag.
  { subcodes: [4279071], meaning: 'rejected', source: threads },
  ...commonRows,
];

export const outcomes = metaOutcomes(rows);
