import type { Tx } from '../../core/state/store.ts';
import { newChat } from './accounts.ts';
import { chats, type Chat } from './chats.ts';

const group: Chat = {
  ...newChat({ id: -1001000000003, name: 'herald-group', type: 'supergroup' }),
  title: 'Herald Group',
};

const seeded: readonly Chat[] = [
  {
    ...newChat({ id: -1001000000001, name: 'herald_news', type: 'channel' }),
    title: 'Herald News',
    username: 'herald_news',
    linkedChatId: group.id,
    memberCount: 1024,
  },
  { ...newChat({ id: -1001000000002, name: 'herald-private', type: 'channel' }), title: 'Herald Private' },
  group,
  {
    ...newChat({ id: -4000000004, name: 'herald-old-group', type: 'group' }),
    title: 'Herald Old Group',
    migratedTo: group.id,
  },
];

export function seed(tx: Tx): void {
  for (const chat of seeded) chats.put(tx, chat);
}
