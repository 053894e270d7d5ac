import type { Suite } from '../../harness/case.ts';
import { generatedRequests } from './generated-requests.ts';
import { storeNastyStrings } from './nasty-strings.ts';

export const fuzzSuite: Suite = {
  name: 'fuzz',
  about: 'Generated requests get documented responses, and texts are stored unchanged.',
  quickSeconds: 60,
  cases: [generatedRequests, storeNastyStrings],
};
