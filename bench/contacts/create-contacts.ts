import type pg from 'pg';
import { keyHeader } from '../stage.ts';
import type { ContactOwner } from './fill-contacts.ts';

export type Creation = { url: string; db: pg.Client; owner: ContactOwner; count: number; clients: number };

const hourlyMax = 600;

/** Leaves out the time for resetting the hourly limit. */
export async function createOneByOne({ url, db, owner, count, clients }: Creation): Promise<number> {
  let totalMs = 0;
  for (let start = 0; start < count; start += hourlyMax) {
    await db.query('DELETE FROM hourly_uses');
    let left = Math.min(hourlyMax, count - start);
    const startedMs = performance.now();
    const client = async (): Promise<void> => {
      while (left-- > 0) await post(`${url}/v1/contacts`, owner, { ...newContact(), profileId: owner.profileId });
    };
    await Promise.all(Array.from({ length: clients }, client));
    totalMs += performance.now() - startedMs;
  }
  return totalMs;
}

export async function createInBulk({ url, owner, count }: Creation): Promise<number> {
  const contacts = Array.from({ length: count }, newContact);
  const startedMs = performance.now();
  await post(`${url}/v1/contacts/bulk`, owner, { profileId: owner.profileId, contacts });
  return performance.now() - startedMs;
}

let number = 0;

function newContact(): object {
  number += 1;
  return { name: `Person ${number}`, email: `person.${number}@example.com`, company: 'Bench', tags: ['VIP', 'London'] };
}

async function post(url: string, { key }: ContactOwner, body: object): Promise<void> {
  const headers = { ...keyHeader(key), 'content-type': 'application/json' };
  const response = await fetch(url, { method: 'POST', headers, body: JSON.stringify(body) });
  const text = await response.text();
  if (!response.ok) throw new Error(`contacts were refused with ${response.status}: ${text.slice(0, 200)}`);
}
