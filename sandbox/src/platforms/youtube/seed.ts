import type { Tx } from '../../core/state/store.ts';
import { newPerson, persons, type Person } from './persons.ts';

const seeded: readonly Person[] = [
  { ...newPerson('ada.films', 'Ada_films-000000000001'), title: 'Ada Films', subscriberCount: 12_300 },
  { ...newPerson('grace.on.air', 'GraceOnAir-00000000002'), title: 'Grace on Air', hidesSubscriberCount: true },
  { ...newPerson('linus.watches', 'LinusWatches-000000003'), title: 'Linus Watches', hasChannel: false },
];

export function seed(tx: Tx): void {
  for (const person of seeded) persons.put(tx, person);
}
