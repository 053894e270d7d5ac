import { mutants as abuse } from './suites/abuse/mutants.ts';
import { mutants as idem } from './suites/idem/mutants.ts';
import { mutants as publish } from './suites/publish/mutants.ts';
import { mutants as slots } from './suites/slots/mutants.ts';
import { mutants as ssrf } from './suites/ssrf/mutants.ts';
import { mutants as time } from './suites/time/mutants.ts';
import { mutants as tokens } from './suites/tokens/mutants.ts';
import { mutants as webhooks } from './suites/webhooks/mutants.ts';

/** A bug planted in a copy of the checkout, and the case that must turn red over it. */
export type PlantedBug = { case: string; name: string; file: string; find: string; replace: string };
export type Mutant = PlantedBug & { suite: string };

/** Beside each suite, its own. */
const bySuite = { publish, idem, webhooks, ssrf, tokens, abuse, slots, time };

export const mutants: readonly Mutant[] = Object.entries(bySuite).flatMap(([suite, planted]) =>
  planted.map((bug) => ({ ...bug, suite })),
);
