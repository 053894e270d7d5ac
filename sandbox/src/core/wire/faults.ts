import type { Clock } from '../state/clock.ts';

export const faultKinds = [
  'rateLimit',
  'errorBefore',
  'errorAfter',
  'response',
  'lostResponse',
  'hang',
  'slow',
  'slowResponse',
  'malformed',
  'huge',
  'tokenExpired',
  'tokenRevoked',
  'scopeMissing',
  'processingSlow',
  'processingFailed',
  'listLag',
] as const;
export type FaultKind = (typeof faultKinds)[number];

/** Platforms take these themselves, while processing media or listing posts. */
const innerKinds: readonly FaultKind[] = ['processingSlow', 'processingFailed', 'listLag'];
export const outerKinds = faultKinds.filter((kind) => !innerKinds.includes(kind));

type FaultInput = {
  readonly platform: string;
  readonly operation?: string;
  readonly account?: string;
  readonly kind: FaultKind;
  readonly times: number;
  readonly afterMs: number;
  readonly value?: number;
  /** For `response`: replied instead of acting. */
  readonly status?: number;
  readonly body?: Readonly<Record<string, unknown>>;
};
export type Fault = FaultInput & { readonly id: string; readonly setAt: number };

/** `accounts`: all names and IDs of the account. */
type FaultTarget = {
  readonly platform: string;
  readonly operation: string;
  readonly accounts: readonly string[];
};

export type Faults = {
  add(input: FaultInput): Fault;
  list(): Fault[];
  clear(): void;
  /** Uses the oldest matching fault up once. */
  take(target: FaultTarget, kinds: readonly FaultKind[]): Fault | undefined;
};

export function createFaults(clock: Clock): Faults {
  const faults = new Map<string, Fault>();
  let count = 0;
  return {
    add: (input) => {
      count += 1;
      const fault = { ...input, id: `fault-${count}`, setAt: clock.now() };
      faults.set(fault.id, fault);
      return fault;
    },
    list: () => [...faults.values()],
    clear: () => faults.clear(),
    take: (target, kinds) => {
      const fault = [...faults.values()].find(
        (each) => kinds.includes(each.kind) && isMeantFor(each, target) && clock.now() >= each.setAt + each.afterMs,
      );
      if (fault === undefined) return undefined;
      if (fault.times <= 1) faults.delete(fault.id);
      else faults.set(fault.id, { ...fault, times: fault.times - 1 });
      return fault;
    },
  };
}

function isMeantFor(fault: Fault, target: FaultTarget): boolean {
  return (
    fault.platform === target.platform &&
    (fault.operation === undefined || fault.operation === target.operation) &&
    (fault.account === undefined || target.accounts.includes(fault.account))
  );
}
