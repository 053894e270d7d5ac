import type { Suite } from '../../harness/case.ts';
import { w1Kills } from './w1-kills.ts';
import { w2Neighbours } from './w2-neighbours.ts';
import { w3Answers } from './w3-answers.ts';
import { w6Rotation } from './w6-rotation.ts';
import { w7Redeliver } from './w7-redeliver.ts';

export const webhooksSuite: Suite = {
  name: 'webhooks',
  quickSeconds: 50,
  cases: [w1Kills, w2Neighbours, w3Answers, w6Rotation, w7Redeliver],
};
