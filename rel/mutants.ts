import type { PlantedBug } from './harness/planted-bug.ts';
import { mutants as abuse } from './suites/abuse/mutants.ts';
import { mutants as automations } from './suites/automations/mutants.ts';
import { mutants as backup } from './suites/backup/mutants.ts';
import { mutants as failover } from './suites/failover/mutants.ts';
import { mutants as fuzz } from './suites/fuzz/mutants.ts';
import { mutants as idempotency } from './suites/idempotency/mutants.ts';
import { mutants as inbox } from './suites/inbox/mutants.ts';
import { mutants as keys } from './suites/keys/mutants.ts';
import { mutants as limits } from './suites/limits/mutants.ts';
import { mutants as ops } from './suites/ops/mutants.ts';
import { mutants as publish } from './suites/publish/mutants.ts';
import { mutants as slots } from './suites/slots/mutants.ts';
import { mutants as ssrf } from './suites/ssrf/mutants.ts';
import { mutants as supply } from './suites/supply/mutants.ts';
import { mutants as tenancy } from './suites/tenancy/mutants.ts';
import { mutants as time } from './suites/time/mutants.ts';
import { mutants as tokens } from './suites/tokens/mutants.ts';
import { mutants as webhooks } from './suites/webhooks/mutants.ts';

export type Mutant = PlantedBug & { suite: string };

const bySuite = {
  automations,
  publish,
  idempotency,
  webhooks,
  ssrf,
  tokens,
  tenancy,
  ops,
  failover,
  supply,
  keys,
  limits,
  fuzz,
  abuse,
  slots,
  time,
  backup,
  inbox,
};

export const mutants: readonly Mutant[] = Object.entries(bySuite).flatMap(([suite, planted]) =>
  planted.map((bug) => ({ ...bug, suite })),
);
