import { createHash, randomBytes } from 'node:crypto';
import type pg from 'pg';

export type Owner = { id: string; key: string };

/** Without a rate limit; `removeOwners` removes the user. */
export async function makeOwner(db: pg.Client): Promise<Owner> {
  const id = `usr_${randomBytes(12).toString('hex')}`;
  const key = `hrd_live_${randomBytes(32).toString('hex')}`;
  await db.query(`INSERT INTO users VALUES ($1, 'Bench', 'self-hosted', now())`, [id]);
  await db.query(
    `INSERT INTO api_keys (id, owner_id, name, hash, preview, scope, permission, created_at)
     VALUES ($1, $2, 'Bench', $3, 'hrd_live_', 'full', 'read-write', now())`,
    [`key_${randomBytes(12).toString('hex')}`, id, createHash('sha256').update(key).digest()],
  );
  return { id, key };
}

export async function removeOwners(db: pg.Client): Promise<void> {
  await db.query(`DELETE FROM users WHERE name = 'Bench'`);
}
