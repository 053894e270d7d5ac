import { createClock, type Clock, type ClockKind } from './clock.ts';
import { openJournal, type Journal } from './journal.ts';
import { createMediaStore, type MediaStore } from './media-store.ts';
import { createRandom, type Random } from './random.ts';
import { createStore, type Effect, type Store, type Tx } from './store.ts';

export type State = {
  readonly clock: Clock;
  readonly random: Random;
  readonly store: Store;
  readonly media: MediaStore;
  advance(ms: number): void;
  /** Everything goes, and the seeds come back. */
  reset(): void;
  close(): void;
};

type StateOptions = {
  readonly file?: string;
  readonly seed?: string;
  readonly clock?: ClockKind;
  readonly plant: (tx: Tx) => void;
};

type Line = { clock: ClockKind; time: number; drawn: number; effects: readonly Effect[] };

const compactAboveBytes = 1024 * 1024;
const compactAboveRatio = 4;
const effectsPerLine = 1000;

/** Clock, randomness, store and media, as they were when the file was last written. */
export function openState(options: StateOptions): State {
  const clock = createClock(options.clock ?? (options.seed === undefined ? 'real' : 'manual'));
  const random = createRandom(options.seed);
  const journal = options.file === undefined ? undefined : openJournal(options.file);
  const media = createMediaStore(options.file === undefined ? undefined : `${options.file}-media`);
  const line = (effects: readonly Effect[]): Line => ({
    clock: clock.kind,
    time: clock.state(),
    drawn: random.drawn(),
    effects,
  });
  const keep = (effects: readonly Effect[]): void => journal?.append(line(effects));
  const store = createStore(keep);

  for (const past of (journal?.lines ?? []) as readonly Line[]) {
    store.replay(past.effects);
    random.restore(past.drawn);
    if (past.clock === clock.kind) clock.restore(past.time);
  }
  if (journal !== undefined) compact(journal, () => chunks(store.snapshot()).map(line));
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

function compact(journal: Journal, live: () => readonly Line[]): void {
  if (journal.sizeBytes < compactAboveBytes) return;
  const lines = live();
  const liveBytes = lines.reduce((sum, line) => sum + JSON.stringify(line).length, 0);
  if (journal.sizeBytes > liveBytes * compactAboveRatio) journal.rewrite(lines);
}

function chunks(effects: readonly Effect[]): (readonly Effect[])[] {
  const count = Math.ceil(effects.length / effectsPerLine);
  return Array.from({ length: count }, (_, index) =>
    effects.slice(index * effectsPerLine, (index + 1) * effectsPerLine),
  );
}
