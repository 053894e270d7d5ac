import type { Suite } from '../../harness/case.ts';
import { malformedKeys } from './malformed-keys.ts';
import { recordLastUse } from './record-last-use.ts';
import { refuseKeysEvenly } from './refuse-keys-evenly.ts';
import { revokeUnderLoad } from './revoke-under-load.ts';

export const keysSuite: Suite = {
  name: 'keys',
  about: 'API keys work until they are deleted, and cost the database little.',
  quickSeconds: 15,
  cases: [revokeUnderLoad, malformedKeys, recordLastUse, refuseKeysEvenly],
};
