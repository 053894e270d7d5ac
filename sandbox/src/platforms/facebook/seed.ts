import type { Tx } from '../../core/state/store.ts';
import { newPage, pages, type Page } from './pages.ts';
import { newPerson, persons, type Person } from './persons.ts';

const [ada, grace, linus] = ['10220000000000001', '10220000000000002', '10220000000000003'];

const seededPersons: readonly Person[] = [
  { ...newPerson('ada.bakes', ada), fullName: 'Ada Baker' },
  { ...newPerson('grace.daily', grace), fullName: 'Grace Daly', pagesAtOnce: 2 },
  { ...newPerson('linus.alone', linus), fullName: 'Linus without a Page' },
];

const seededPages: readonly Page[] = [
  { ...newPage('ada.bakes', { id: '100000000000001', ownerId: ada }), title: 'Ada’s Bakery', followersCount: 2048 },
  { ...newPage('grace.daily', { id: '100000000000002', ownerId: grace }), title: 'Grace Daily' },
  { ...newPage('grace.travels', { id: '100000000000003', ownerId: grace }), title: 'Grace Travels' },
  {
    ...newPage('grace.archive', { id: '100000000000004', ownerId: grace }),
    title: 'Grace’s Archive',
    tasks: ['ANALYZE', 'ADVERTISE', 'MODERATE'],
  },
];

export function seed(tx: Tx): void {
  for (const person of seededPersons) persons.put(tx, person);
  for (const page of seededPages) pages.put(tx, page);
}
