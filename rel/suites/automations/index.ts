import type { Suite } from '../../harness/case.ts';
import { answerComments } from './answer-comments.ts';

export const automationsSuite: Suite = {
  name: 'automations',
  about: 'Comments are answered once.',
  quickSeconds: 60,
  cases: [answerComments],
};
