import type { Tx } from '../../core/state/store.ts';
import { newPerson, persons, type Person } from './persons.ts';

const seeded: readonly Person[] = [
  { ...newPerson('ada-lovelace', 'Ada0-lvl_1'), givenName: 'Ada', familyName: 'Lovelace' },
  {
    ...newPerson('grace-hopper', 'Grc0hppr_2'),
    givenName: 'Grace',
    familyName: 'Hopper',
    canReadPosts: true,
    canReadAnalytics: true,
  },
  {
    ...newPerson('linus-passing-by', 'Lns0pssB-3'),
    givenName: 'Linus',
    familyName: 'Passing-By',
    hasRefreshToken: false,
  },
];

export function seed(tx: Tx): void {
  for (const person of seeded) persons.put(tx, person);
}
