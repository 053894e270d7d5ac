import type { Timing } from '../context.ts';

/** A wake-up: its payload is ids only, the row it names is read again and its state decides. */
export type JobDefinition<Payload extends JobPayload = JobPayload> = {
  name: string;
  /** Never there: carries the payload's type. */
  payload?: Payload;
};

export type JobPayload = Readonly<Record<string, string>>;

/** Work that comes back by itself, in one process at a time. */
export type SweepDefinition = { name: string; everyMs(timing: Timing): number };

const names = new Set<string>();

/** Beside the noun, in its `*-jobs.ts`. Every definition needs one handler in `jobs/index.ts`; the start checks it. */
export function defineJob<Payload extends JobPayload>(name: string): JobDefinition<Payload> {
  claimName(name);
  return { name };
}

export function defineSweep(name: string, everyMs: (timing: Timing) => number): SweepDefinition {
  claimName(name);
  return { name, everyMs };
}

export function definedNames(): string[] {
  return [...names];
}

function claimName(name: string): void {
  if (names.has(name)) throw new Error(`the job ${name} is defined twice`);
  names.add(name);
}
