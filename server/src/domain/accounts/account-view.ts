import type { Account } from '../../schemas/account.ts';
import type { StoredAccount } from './account.ts';

export function accountView(row: StoredAccount): Account {
  return {
    _id: row.id,
    platform: row.platform,
    providerAccountId: row.provider_account_id,
    profileId: { _id: row.profile_id, name: row.profile_name, slug: row.profile_slug, color: row.profile_color },
    username: row.username,
    displayName: row.display_name,
    status: row.status,
    isActive: row.status === 'connected',
    connectedAt: row.connected_at.toISOString(),
    sandbox: row.is_sandbox,
    ...(row.has_boards ? { defaultBoardId: row.default_board_id, defaultBoardName: row.default_board_name } : {}),
    ...(row.profile_url === null ? {} : { profileUrl: row.profile_url }),
    ...(row.avatar_url === null ? {} : { avatarUrl: row.avatar_url }),
  };
}
