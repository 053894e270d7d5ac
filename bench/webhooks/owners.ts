import { createHash, randomBytes } from 'node:crypto';
import type pg from 'pg';
import { keyHeader } from '../stage.ts';

export const deliveryTables = ['events', 'webhook_deliveries', 'open_deliveries', 'webhook_attempts'];

export type Owner = { id: string; key: string; webhookId: string };

export async function makeOwners(db: pg.Client, heraldUrl: string, ports: readonly number[]): Promise<Owner[]> {
  const owners: Owner[] = [];
  for (const port of ports) {
    const id = `usr_${randomBytes(12).toString('hex')}`;
    const key = `hrd_live_${randomBytes(32).toString('hex')}`;
    const hash = createHash('sha256').update(key).digest();
    await db.query(`INSERT INTO users VALUES ($1, 'Bench', 'self-hosted', now())`, [id]);
    await db.query(
      `INSERT INTO api_keys (id, owner_id, name, hash, preview, scope, permission, created_at)
       VALUES ($1, $2, 'Bench', $3, 'hrd_live_', 'full', 'read-write', now())`,
      [`key_${randomBytes(12).toString('hex')}`, id, hash],
    );
    const response = await fetch(`${heraldUrl}/v1/webhooks`, {
      method: 'POST',
      headers: { ...keyHeader(key), 'content-type': 'application/json' },
      body: JSON.stringify({
        name: 'Bench',
        url: `http://127.0.0.1:${port}/hook`,
        events: ['post.published'],
        profileAccess: 'all_profiles',
        secret: 'a secret of the usual length, 32',
      }),
    });
    if (response.status !== 201) throw new Error(`an endpoint was refused with ${response.status}`);
    const { webhook } = (await response.json()) as { webhook: { id: string } };
    owners.push({ id, key, webhookId: webhook.id });
  }
  return owners;
}

export async function removeOwners(db: pg.Client): Promise<void> {
  await db.query(`DELETE FROM users WHERE name = 'Bench'`);
  for (const table of deliveryTables) await db.query(`VACUUM ${table}`);
  await db.query('CHECKPOINT');
}
