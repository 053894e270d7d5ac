import type { Scenario } from '../scenario.ts';
import { analyticsCollection } from './analytics-collection.ts';
import { analyticsReads } from './analytics-reads.ts';
import { bulkNeighbours } from './bulk-neighbours.ts';
import { bulkUpload } from './bulk-upload.ts';
import { contactsBulk } from './contacts-bulk.ts';
import { contactsList } from './contacts-list.ts';
import { firstStart } from './first-start.ts';
import { idleMemory } from './idle-memory.ts';
import { inboxList } from './inbox-list.ts';
import { inboxSearch } from './inbox-search.ts';
import { jobLatency } from './job-latency.ts';
import { latenessBesideCollection } from './lateness-beside-collection.ts';
import { postCreate } from './post-create.ts';
import { keywordMatching } from './keyword-matching.ts';
import { postLateness } from './post-lateness.ts';
import { postsDue } from './posts-due.ts';
import { postsList } from './posts-list.ts';
import { profileCreate } from './profile-create.ts';
import { profilesList } from './profiles-list.ts';
import { queueClaims } from './queue-claims.ts';
import { queueClaimsOccupied } from './queue-claims-occupied.ts';
import { retention } from './retention.ts';
import { startTime } from './start-time.ts';
import { webhookDeliveries } from './webhook-deliveries.ts';

export const scenarios: readonly Scenario[] = [
  profilesList,
  profileCreate,
  postCreate,
  queueClaims,
  queueClaimsOccupied,
  postsList,
  inboxList,
  inboxSearch,
  contactsList,
  contactsBulk,
  keywordMatching,
  analyticsReads,
  analyticsCollection,
  bulkUpload,
  bulkNeighbours,
  postsDue,
  postLateness,
  latenessBesideCollection,
  webhookDeliveries,
  retention,
  jobLatency,
  startTime,
  firstStart,
  idleMemory,
];
