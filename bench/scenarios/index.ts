import type { Scenario } from '../scenario.ts';
import { idleMemory } from './idle-memory.ts';
import { profileCreate } from './profile-create.ts';
import { profilesList } from './profiles-list.ts';
import { startTime } from './start-time.ts';

export const scenarios: readonly Scenario[] = [profilesList, profileCreate, startTime, idleMemory];
