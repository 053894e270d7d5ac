import type { Suite } from '../../harness/case.ts';
import { generatedRequests } from './generated-requests.ts';
import { operationSequences } from './operation-sequences.ts';
import { storeNastyStrings } from './nasty-strings.ts';

export const fuzzSuite: Suite = {
  name: 'fuzz',
  about:
    'Generated requests get documented responses, sequences of them have the expected effect, and texts are stored unchanged.',
  quickSeconds: 60,
  cases: [generatedRequests, storeNastyStrings, operationSequences],
};
