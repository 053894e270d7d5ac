import type pg from 'pg';
import { bot, type Sandbox } from './sandbox.ts';

type CreatedAccounts = { accounts: { name: string; id: string }[] };

/** SQL for the account of post `n`. */
export const accountOf = (count: number): string => `'acc_due' || (n % ${count})`;

/** The channels have no rate limit. */
export async function makeAccounts(db: pg.Client, { control }: Sandbox, count: number): Promise<void> {
  await control('DELETE', 'all');
  const names = Array.from({ length: count }, (_, n) => `due_channel_${n}`);
  const chats = [bot.name, ...names].map((name) => ({ name, messagesPerSecond: 0 }));
  const { accounts } = (await control('POST', 'accounts', {
    platform: 'telegram',
    accounts: chats,
  })) as CreatedAccounts;
  await removeAccounts(db);
  await db.query(
    `INSERT INTO accounts (id, owner_id, profile_id, platform, is_sandbox, provider_account_id, username, display_name,
                           status, granted_scopes, platform_state, is_token_refreshable, token_version,
                           refresh_failures, last_checked_at, connected_at, created_at, has_boards)
     SELECT 'acc_due' || (place - 1), p.owner_id, p.id, 'telegram', true, chat.id, chat.name, chat.name, 'connected', '{}',
            jsonb_build_object('publicName', chat.name), false, 1, 0, now(), now(), now(), false
       FROM unnest($1::text[], $2::text[]) WITH ORDINALITY AS chat (id, name, place), profiles p
      WHERE p.is_default AND p.owner_id = (SELECT id FROM users ORDER BY created_at LIMIT 1)`,
    [accounts.slice(1).map(({ id }) => id), names],
  );
  await db.query('VACUUM ANALYZE accounts');
}

export async function removeAccounts(db: pg.Client): Promise<void> {
  await db.query(`DELETE FROM accounts WHERE id LIKE 'acc\\_due%'`);
}
