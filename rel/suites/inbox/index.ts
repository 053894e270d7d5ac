import type { Suite } from '../../harness/case.ts';
import { killWhileSending } from './kill-while-sending.ts';
import { reuseMessageKeys } from './reuse-message-keys.ts';
import { sendInParallel } from './send-in-parallel.ts';
import { shuffleEvents } from './shuffle-events.ts';

export const inboxSuite: Suite = {
  name: 'inbox',
  about: 'Direct messages are sent once, and platform events have one outcome.',
  quickSeconds: 60,
  cases: [killWhileSending, sendInParallel, reuseMessageKeys, shuffleEvents],
};
