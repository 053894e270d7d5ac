import type { Account } from '../../schemas/account.ts';
import type { StoredAccount } from './account.ts';

export function accountView(row: StoredAccount): Account {
  return {
    _id: row.id,
    platform: row.platform,
    providerAccountId: row.providerAccountId,
    profileId: { _id: row.profileId, name: row.profileName, slug: row.profileSlug, color: row.profileColor },
    username: row.username,
    displayName: row.displayName,
    status: row.status,
    isActive: row.status === 'connected',
    connectedAt: row.connectedAt.toISOString(),
    sandbox: row.isSandbox,
    ...(row.hasBoards ? { defaultBoardId: row.defaultBoardId, defaultBoardName: row.defaultBoardName } : {}),
    ...(row.profileUrl === null ? {} : { profileUrl: row.profileUrl }),
    ...(row.avatarUrl === null ? {} : { avatarUrl: row.avatarUrl }),
  };
}
