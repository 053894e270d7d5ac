import type { Tx } from '../../core/state/store.ts';
import { newPerson, persons, type Person } from './persons.ts';

const seeded: readonly Person[] = [
  { ...newPerson('ada_lovelace', '1000000000000000001'), displayName: 'Ada Lovelace', followersCount: 1815 },
  {
    ...newPerson('grace_hopper', '1000000000000000002'),
    displayName: 'Grace Hopper',
    isPremium: true,
    usesNewNames: true,
    followersCount: 1906,
  },
  { ...newPerson('linus_shouting', '1000000000000000003'), displayName: 'Linus, Shouting' },
];

export function seed(tx: Tx): void {
  for (const person of seeded) persons.put(tx, person);
}
