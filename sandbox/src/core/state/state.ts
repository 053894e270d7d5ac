import { createClock, type Clock, type ClockKind } from './clock.ts';
import { openJournal } from './journal.ts';
import { createMediaStore, type MediaStore } from '../media/media-store.ts';
import { createRandom, type Random } from './random.ts';
import { createStore, type Effect, type Store, type Tx } from './store.ts';

export type State = {
  readonly clock: Clock;
  readonly random: Random;
  readonly store: Store;
  readonly media: MediaStore;
  advance(ms: number): void;
  reset(): void;
  close(): void;
};

type StateOptions = {
  readonly file?: string;
  readonly seed?: string;
  readonly clock?: ClockKind;
  readonly stateBytesMax?: number;
  readonly mediaBytesMax?: number;
  readonly plant: (tx: Tx) => void;
};

type Line = { clock: ClockKind; time: number; drawn: number; effects: readonly Effect[] };

/** For compaction at run time; a start compacts smaller journals too. */
const compactAtBytesMin = 1024 * 1024;
const compactAtStartBytes = 64 * 1024;
const compactAtRatio = 4;
const effectsPerLine = 1000;
const stateBytesMaxDefault = 64 * 1024 * 1024;

export function openState(options: StateOptions): State {
  const clock = createClock(options.clock ?? (options.seed === undefined ? 'real' : 'manual'));
  const random = createRandom(options.seed);
  const journal = options.file === undefined ? undefined : openJournal(options.file);
  const media = createMediaStore(
    options.file === undefined ? undefined : `${options.file}-media`,
    options.mediaBytesMax,
  );
  const line = (effects: readonly Effect[]): Line => ({
    clock: clock.kind,
    time: clock.state(),
    drawn: random.drawn(),
    effects,
  });
  let compactAtBytes = compactAtBytesMin;
  const keep = (effects: readonly Effect[]): void => {
    if (journal === undefined) return;
    journal.append(line(effects));
    compactAbove(compactAtBytes);
  };
  const compactAbove = (bytes: number): void => {
    if (journal === undefined || journal.sizeBytes() <= bytes) return;
    journal.rewrite(chunks(store.snapshot()).map(line));
    compactAtBytes = Math.max(compactAtBytesMin, journal.sizeBytes() * compactAtRatio);
  };
  const store = createStore({ keep, bytesMax: options.stateBytesMax ?? stateBytesMaxDefault });

  for (const past of (journal?.lines ?? []) as readonly Line[]) {
    store.replay(past.effects);
    random.restore(past.drawn);
    if (past.clock === clock.kind) clock.restore(past.time);
  }
  compactAbove(compactAtStartBytes);
  if (store.snapshot().length === 0) store.commit(options.plant);

  return {
    clock,
    random,
    store,
    media,
    advance: (ms) => {
      clock.advance(ms);
      keep([]);
    },
    reset: () => {
      store.clear();
      media.clear();
      clock.reset();
      random.restore(0);
      journal?.rewrite([]);
      store.commit(options.plant);
    },
    close: () => journal?.close(),
  };
}

function chunks(effects: readonly Effect[]): (readonly Effect[])[] {
  const count = Math.ceil(effects.length / effectsPerLine);
  return Array.from({ length: count }, (_, index) =>
    effects.slice(index * effectsPerLine, (index + 1) * effectsPerLine),
  );
}
