import { test } from 'node:test';
import type { PlatformFixture } from '../platform-fixture.ts';

export type Suite = (fixture: PlatformFixture, check: Check) => void;

/** `what`: a capability and a fault. A script parses the test names for the conformance table. */
export type Check = (what: readonly [capability: string, fault?: string], guarantee: string, run: Run) => void;
type Run = () => Promise<void>;

/** Longer than every rate limit. */
const restMs = 300_000;

/** For the quick tier. */
export const coreFaults: readonly string[] = ['good', 'variants', 'lostResponse', 'notSent'];

/** Tests start after a pause and end without unused faults. */
export function checksOf(fixture: PlatformFixture, isChosen: (fault: string) => boolean): Check {
  return ([capability, fault = 'good'], guarantee, run) => {
    if (!isChosen(fault)) return;
    test(`${capability}, ${fault}: ${guarantee}`, async () => {
      await fixture.advance(restMs);
      try {
        await run();
        await fixture.settleFaults();
      } finally {
        await fixture.sandbox.control('DELETE', 'faults');
        await repair(fixture);
      }
    });
  };
}

async function repair({ platformCase, adapter, sandbox }: PlatformFixture): Promise<void> {
  const { repair: accounts = [] } = platformCase;
  if (accounts.length > 0) await sandbox.control('POST', 'accounts', { platform: adapter.name, accounts });
}

/** Long enough that a busy machine does not cut off earlier requests. */
const hangTimeoutMs = 2000;

/** After these faults the response is wrong or missing. */
export const lostKinds = ['errorBefore', 'errorAfter', 'lostResponse', 'malformed', 'huge', 'hang'] as const;
type LostKind = (typeof lostKinds)[number];

export const hadEffect = (kind: LostKind): boolean => kind !== 'errorBefore' && kind !== 'hang';

export const edgeFor = (kind: string) => (kind === 'hang' ? { timeoutMs: hangTimeoutMs } : {});

/** Differs from all defaults, and is whole minutes for platforms that count in minutes. */
export const resetSeconds = 120;

export function isNamedWait({ platformCase, now }: PlatformFixture, ms: number | undefined, at = now()): boolean {
  const expectedMs = platformCase.throttledMs?.(at) ?? resetSeconds * 1000;
  return ms !== undefined && Math.abs(ms - expectedMs) <= 2000;
}
