import type { ContainerPlatform } from '../meta/containers.ts';
import { readContainer } from './container-status.ts';
import { meaningOfError, meaningOfSubcode, toSendOutcome, toStepRefusal } from './errors.ts';
import { checkQuota } from './quota.ts';
import { scopes } from './scopes.ts';

export const containers: ContainerPlatform = {
  edge: 'media',
  publishEdge: 'media_publish',
  scopes: scopes.publish,
  outcomes: { meaningOfError, meaningOfSubcode, toStepRefusal, toSendOutcome },
  checkQuota,
  readContainer,
};
