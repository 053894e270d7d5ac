import type { Scenario } from '../scenario.ts';
import { idleMemory } from './idle-memory.ts';
import { jobLatency } from './job-latency.ts';
import { profileCreate } from './profile-create.ts';
import { profilesList } from './profiles-list.ts';
import { startTime } from './start-time.ts';
import { webhookDeliveries } from './webhook-deliveries.ts';

export const scenarios: readonly Scenario[] = [
  profilesList,
  profileCreate,
  webhookDeliveries,
  jobLatency,
  startTime,
  idleMemory,
];
