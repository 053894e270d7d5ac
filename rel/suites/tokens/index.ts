import type { Suite } from '../../harness/case.ts';
import { o1SingleFlight } from './o1-single-flight.ts';
import { o2LostRotation } from './o2-lost-rotation.ts';
import { o5State } from './o5-state.ts';
import { o6Redirects } from './o6-redirects.ts';
import { o7ChatOwner } from './o7-chat-owner.ts';

export const tokensSuite: Suite = {
  name: 'tokens',
  quickSeconds: 25,
  cases: [o1SingleFlight, o2LostRotation, o5State, o6Redirects, o7ChatOwner],
};
