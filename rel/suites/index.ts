import type { Suite } from '../harness/case.ts';
import { abuseSuite } from './abuse/index.ts';
import { automationsSuite } from './automations/index.ts';
import { backupSuite } from './backup/index.ts';
import { failoverSuite } from './failover/index.ts';
import { fuzzSuite } from './fuzz/index.ts';
import { idempotencySuite } from './idempotency/index.ts';
import { inboxSuite } from './inbox/index.ts';
import { keysSuite } from './keys/index.ts';
import { limitsSuite } from './limits/index.ts';
import { opsSuite } from './ops/index.ts';
import { publishSuite } from './publish/index.ts';
import { slotsSuite } from './slots/index.ts';
import { ssrfSuite } from './ssrf/index.ts';
import { supplySuite } from './supply/index.ts';
import { tenancySuite } from './tenancy/index.ts';
import { timeSuite } from './time/index.ts';
import { tokensSuite } from './tokens/index.ts';
import { webhooksSuite } from './webhooks/index.ts';

export const suites: readonly Suite[] = [
  publishSuite,
  idempotencySuite,
  webhooksSuite,
  ssrfSuite,
  keysSuite,
  tokensSuite,
  tenancySuite,
  fuzzSuite,
  abuseSuite,
  limitsSuite,
  slotsSuite,
  timeSuite,
  opsSuite,
  failoverSuite,
  backupSuite,
  inboxSuite,
  automationsSuite,
  supplySuite,
];
