import type { Tx } from '../../core/state/store.ts';
import { newPerson, people } from './people.ts';

const seeded = [
  { ...newPerson('ada.bsky.test'), displayName: 'Ada' },
  { ...newPerson('grace.bsky.test'), displayName: 'Grace', wrapsJobStatus: true },
  { ...newPerson('linus.bsky.test'), displayName: 'Linus' },
];

export function seed(tx: Tx): void {
  for (const person of seeded) people.put(tx, person);
}
