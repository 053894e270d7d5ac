import { test } from 'node:test';
import type { World } from '../world.ts';

/** One group of guarantees over one network. */
export type Suite = (world: World, check: Check) => void;

/** `what`: a capability, then the fault it meets, if any. Names of tests are read by the script that draws the table. */
export type Check = (what: readonly [capability: string, fault?: string], guarantee: string, run: Run) => void;
type Run = () => Promise<void>;

/** Long enough for every throttle of the networks to be forgotten. */
const restMs = 300_000;

/** Every test begins rested and ends with no fault left over. */
export function checksOf(world: World): Check {
  return ([capability, fault = 'good'], guarantee, run) => {
    test(`${capability}, ${fault}: ${guarantee}`, async () => {
      await world.advance(restMs);
      try {
        await run();
        await world.settleFaults();
      } finally {
        await world.sandbox.control('DELETE', 'faults');
        await repair(world);
      }
    });
  };
}

async function repair({ given, adapter, sandbox }: World): Promise<void> {
  const { repair: accounts = [] } = given;
  if (accounts.length > 0) await sandbox.control('POST', 'accounts', { platform: adapter.name, accounts });
}

/** An answer that never comes is given up after this. */
const hangTimeoutMs = 500;

/** What can befall a request that is then answered wrongly or not at all. */
export const lostKinds = ['errorBefore', 'errorAfter', 'lostAnswer', 'malformed', 'huge', 'hang'] as const;
type LostKind = (typeof lostKinds)[number];

export const hadEffect = (kind: LostKind): boolean => kind !== 'errorBefore' && kind !== 'hang';

export const edgeFor = (kind: string) => (kind === 'hang' ? { timeoutMs: hangTimeoutMs } : {});

/** Far from any default, and two minutes even for networks that count in minutes. */
export const resetSeconds = 120;

export function isNamedWait({ given, now }: World, ms: number | undefined, at = now()): boolean {
  const expectedMs = given.throttledMs?.(at) ?? resetSeconds * 1000;
  return ms !== undefined && Math.abs(ms - expectedMs) <= 2000;
}
