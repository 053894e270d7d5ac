import { commonRows, type MeaningRow } from '../meta/errors.ts';
import { metaOutcomes } from '../meta/outcomes.ts';

const codes = 'Instagram Platform: Error codes';
const messaging = 'reported by developers, not confirmed by documentation of Meta';

const rows: readonly MeaningRow[] = [
  // Spam and restriction: sending again makes it worse.
  { subcodes: [2207051, 2207050], meaning: 'rejected', source: codes },
  { codes: [25], meaning: 'rejected', source: codes },
  { codes: [9], subcodes: [2207042, undefined], meaning: 'dailyCap', source: codes },
  { subcodes: [2207042], meaning: 'dailyCap', source: codes },
  // The container is missing, expired or broken.
  { subcodes: [2207006, 2207020, 2207053], meaning: 'preparationLost', source: codes },
  // Not ready or found yet, or the media URL did not respond.
  { subcodes: [2207027, 2207008, 2207052], meaning: 'retry', source: codes },
  { codes: [9004, 9007], meaning: 'retry', source: codes },
  { codes: [24], meaning: 'preparationLost', source: codes },
  { subcodes: [2207001, 2207003, 2207032], meaning: 'transient', source: codes },
  { subcodes: [2207082], meaning: 'transient', source: 'seen in container statuses' },
  // Size, format, shape, length, media type, carousel count, mentions, thumbnail offset.
  { subcodes: [2207004, 2207005, 2207009, 2207010], meaning: 'rejected', source: codes },
  { subcodes: [2207023, 2207026, 2207028, 2207040, 2207057], meaning: 'rejected', source: codes },
  { subcodes: [2207077, 2207081], meaning: 'rejected', source: 'seen in container statuses' },
  { codes: [352, [36_000, 36_004]], meaning: 'rejected', source: codes },
  // An archived or deleted thread; an unknown user.
  { subcodes: [2534001], meaning: 'missing', source: messaging },
  { subcodes: [2534014], meaning: 'rejected', source: messaging },
  // A comment that already has a private reply; too many private replies.
  { subcodes: [2534025], meaning: 'rejected', source: messaging },
  { subcodes: [2534013], meaning: 'rateLimited', source: messaging },
  ...commonRows,
];

export const { meaningOfError, meaningOfSubcode, toStepRefusal, toSendOutcome, toConnectFailure } = metaOutcomes(rows);
