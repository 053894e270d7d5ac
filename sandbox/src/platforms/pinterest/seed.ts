import type { Tx } from '../../core/state/store.ts';
import { boards, type Board } from './boards.ts';
import { newPerson, persons, type Person } from './persons.ts';

const ada: Person = {
  ...newPerson('ada_bakes', '100000000000000001'),
  businessName: 'Ada Bakes',
  followerCount: 4200,
};
const grace: Person = {
  ...newPerson('grace_collects', '100000000000000002'),
  accountType: 'PINNER',
  businessName: null,
  dropsTimeZone: true,
};
const linus: Person = { ...newPerson('linus_empty', '100000000000000003'), businessName: 'Linus, Empty' };

const createdAt = Date.parse('2025-05-05T05:05:05Z');
const board = (id: string, ownerId: string, name: string, privacy: Board['privacy'] = 'PUBLIC'): Board => ({
  ...{ id, ownerId, name, privacy },
  description: '',
  createdAt,
});

const seededBoards: readonly Board[] = [
  board('200000000000000001', ada.id, 'Cakes'),
  board('200000000000000002', ada.id, 'Bread'),
  board('200000000000000003', ada.id, 'Surprises', 'SECRET'),
  board('200000000000000004', grace.id, 'Bugs'),
];

export function seed(tx: Tx): void {
  for (const person of [ada, grace, linus]) persons.put(tx, person);
  for (const each of seededBoards) boards.put(tx, each.id, each);
}
