import type { Tx } from '../../core/state/store.ts';
import { newPerson, persons, type Person } from './persons.ts';

const seeded: readonly Person[] = [
  {
    ...newPerson('ada.studio', { userId: '17841400000000001', appScopedId: '24000000000000001' }),
    fullName: 'Ada’s Studio',
    followersCount: 1024,
  },
  {
    ...newPerson('grace.creates', { userId: '17841400000000002', appScopedId: '24000000000000002' }),
    fullName: 'Grace Creates',
    accountType: 'MEDIA_CREATOR',
  },
  {
    ...newPerson('wrapped.works', { userId: '17841400000000003', appScopedId: '24000000000000003' }),
    fullName: 'Wrapped Works',
    wrapsResponses: true,
  },
  {
    ...newPerson('linus.private', { userId: '17841400000000004', appScopedId: '24000000000000004' }),
    fullName: 'Linus in Private',
    accountType: 'PERSONAL',
  },
];

export function seed(tx: Tx): void {
  for (const person of seeded) persons.put(tx, person);
}
