import { commonRows, type MeaningRow } from '../shared/meta-errors.ts';
import { metaOutcomes } from '../shared/meta-outcomes.ts';

/** These come as codes and as subcodes. */
const limits = [1_363_047, 1_609_010];
/** Photos that are too large or were posted before, addresses and files that are no good. */
const unfit = [1_366_046, 1_366_051, 2_061_006, 1_609_008, 2_069_019];
/** The owner must prove who they are, or pass a security check. */
const ownerMustAct = [4_854_002, 1_404_078, 1_404_006, 1_404_112];

const rows: readonly MeaningRow[] = [
  { subcodes: limits, meaning: 'transient' },
  { codes: limits, meaning: 'transient' },
  { subcodes: [...unfit, ...ownerMustAct], meaning: 'rejected' },
  { codes: [...unfit, ...ownerMustAct], meaning: 'rejected' },
  // A picture that cannot be used, a policy, and what was posted a moment ago.
  { codes: [324, 368, 506], meaning: 'rejected' },
  ...commonRows,
];

export const { meaningOfError, toStepRefusal, toSendOutcome, toConnectFailure } = metaOutcomes(rows);
