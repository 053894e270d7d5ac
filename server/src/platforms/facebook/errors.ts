import { commonRows, type MeaningRow } from '../meta/errors.ts';
import { metaOutcomes } from '../meta/outcomes.ts';

const handling = 'Graph API: Handle errors';
const pageVideos = 'Graph API reference: Page Videos';
const nodeSpecs = "error subcodes of Meta's node specs";

/** Sent as codes and as subcodes. */
const limits = [1_363_047, 1_609_010];
/** Photos too large or already posted; unusable URLs and files. */
const unfit = [1_366_046, 1_366_051, 2_061_006, 1_609_008, 2_069_019];
/** The owner must confirm their identity or pass a security check. */
const ownerMustAct = [4_854_002, 1_404_078, 1_404_006, 1_404_112];

const rows: readonly MeaningRow[] = [
  { subcodes: limits, meaning: 'transient', source: nodeSpecs },
  { codes: limits, meaning: 'transient', source: nodeSpecs },
  { subcodes: [...unfit, ...ownerMustAct], meaning: 'rejected', source: nodeSpecs },
  { codes: [...unfit, ...ownerMustAct], meaning: 'rejected', source: nodeSpecs },
  { codes: [324], meaning: 'rejected', source: 'Graph API reference: Page Photos (missing or invalid image)' },
  { codes: [352, 382, 389, 390, 6000], meaning: 'rejected', source: pageVideos },
  { codes: [1500], meaning: 'rejected', source: 'Graph API reference: Page Feed (invalid URL)' },
  { codes: [1_609_005], meaning: 'rejected', source: handling },
  ...commonRows,
];

export const { meaningOfError, toStepRefusal, toSendOutcome, toConnectFailure } = metaOutcomes(rows);
