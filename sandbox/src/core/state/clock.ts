export type ClockKind = 'real' | 'manual';
export type Clock = {
  readonly kind: ClockKind;
  now(): number;
  /** Called once per request: moves a manual clock by a millisecond, so that timestamps stay in order. */
  tick(): void;
  advance(ms: number): void;
  /** Saved across restarts: a manual clock's time, a real clock's offset. */
  state(): number;
  restore(state: number): void;
  reset(): void;
};

const manualStart = Date.parse('2026-01-01T00:00:00.000Z');

export function createClock(kind: ClockKind): Clock {
  const start = kind === 'manual' ? manualStart : 0;
  let state = start;
  return {
    kind,
    now: () => (kind === 'manual' ? state : Date.now() + state),
    tick: () => {
      if (kind === 'manual') state += 1;
    },
    advance: (ms) => {
      state += ms;
    },
    state: () => state,
    restore: (remembered) => {
      state = remembered;
    },
    reset: () => {
      state = start;
    },
  };
}
