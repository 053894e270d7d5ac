import type pg from 'pg';
import { makeOwner, removeOwners, type Owner } from '../owner.ts';

const messagesPerThread = 10;
const wordsPerMessage = 8;
const vocabulary = 20_000;

/** The frequency is inversely proportional to the rank, as in any language. */
export const wordOf = (rank: number): string => `w${rank}`;

/**
 * Threads of ten messages each. The account lacks the scope for messages, so that responses come from the stored copy alone.
 */
export async function fillInbox(db: pg.Client, threads: number): Promise<Owner> {
  const owner = await makeOwner(db);
  const profileId = owner.id.replace('usr_', 'prf_');
  const accountId = owner.id.replace('usr_', 'acc_');
  await db.query(
    `INSERT INTO profiles (id, owner_id, name, description, color, slug, is_default, created_at)
     VALUES ($1, $2, 'Bench', '', '#336699', 'bench', true, now())`,
    [profileId, owner.id],
  );
  await db.query(
    `INSERT INTO accounts (id, owner_id, profile_id, platform, is_sandbox, provider_account_id, username, display_name,
                           status, granted_scopes, platform_state, is_token_refreshable, token_version,
                           refresh_failures, last_checked_at, connected_at, created_at, has_boards)
     VALUES ($1, $2, $3, 'instagram', true, $1, 'bench', 'Bench', 'connected', '{}', '{}', false, 1, 0, now(), now(),
             now(), false)`,
    [accountId, owner.id, profileId],
  );
  await fillThreads(db, { ownerId: owner.id, accountId, threads });
  return owner;
}

export async function fillThreads(
  db: pg.Client,
  { ownerId, accountId, threads }: { ownerId: string; accountId: string; threads: number },
): Promise<void> {
  await db.query(
    `INSERT INTO conversations (owner_id, account_id, id, participants, participant_id, updated_at, last_message,
                                last_message_at, refreshed_at, folded_names, name_bigrams)
     SELECT $1, $2, 't' || n, json_build_array(json_build_object('id', 'p' || n, 'username', 'fan.' || n)), 'p' || n,
            now() - n * interval '10 seconds', 'w1', now() - n * interval '10 seconds', now(), ARRAY['FAN.' || n],
            ARRAY(SELECT DISTINCT substr('FAN.' || n, place, 2) FROM generate_series(1, 3 + length(n::text)) AS place)
       FROM generate_series(1, $3::int) AS n`,
    [ownerId, accountId, threads],
  );
  await db.query(
    `INSERT INTO messages (owner_id, account_id, conversation_id, id, direction, is_known, is_read, text, attachments,
                           is_story_mention, created_at, tokens)
     SELECT $1, $2, 't' || thread, 'm' || thread || '.' || n, 'incoming', true, n > 1, array_to_string(words, ' '), '[]',
            false, now() - thread * interval '10 seconds' - n * interval '1 second', words
       FROM generate_series(1, $3::int) AS thread, generate_series(1, $4::int) AS n,
            LATERAL (SELECT array_agg(DISTINCT 'W' || floor(power($6::float, random()))) AS words
                       FROM generate_series(1, $5::int) WHERE thread > 0 AND n > 0) AS said`,
    [ownerId, accountId, threads, messagesPerThread, wordsPerMessage, vocabulary],
  );
  await db.query('VACUUM ANALYZE messages');
  await db.query(
    `UPDATE conversations c
        SET token_bits = (SELECT bit_or(herald_token_bits(m.tokens)) FROM messages m
                           WHERE m.account_id = c.account_id AND m.conversation_id = c.id)
      WHERE c.account_id = $1`,
    [accountId],
  );
  await db.query('VACUUM ANALYZE conversations');
}

export async function emptyInbox(db: pg.Client): Promise<void> {
  // Deleting a million rows takes long.
  await db.query('TRUNCATE conversations, messages');
  await removeOwners(db);
}
