import type { Tx } from '../../core/state/store.ts';
import { newPerson, persons, type Person } from './persons.ts';

const seeded: readonly Person[] = [
  {
    ...newPerson('ada.knits', '25000000000000001'),
    fullName: 'Ada Knits',
    biography: 'Wool, numbers and what comes of both.',
  },
  { ...newPerson('grace.thinks', '25000000000000002'), fullName: 'Grace Thinks Aloud', isVerified: true },
  { ...newPerson('linus.muted', '25000000000000003'), fullName: 'Linus, Muted', isRestricted: true },
];

export function seed(tx: Tx): void {
  for (const person of seeded) persons.put(tx, person);
}
