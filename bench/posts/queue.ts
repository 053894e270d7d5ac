import type pg from 'pg';
import { defaultProfile } from './bulk.ts';
import { benchAccount, keyHeader, type Stage } from '../stage.ts';

type CreatedQueue = { queueId: string; profileId: string };

export async function makeQueue(url: string, stage: Stage): Promise<CreatedQueue> {
  const headers = { ...keyHeader(stage.apiKey), 'content-type': 'application/json' };
  const profileId = await defaultProfile(url, stage);
  const times = [0, 3, 6, 9, 12, 15, 18, 21].map((hour) => `${String(hour).padStart(2, '0')}:00`);
  const slots = [0, 1, 2, 3, 4, 5, 6].flatMap((dayOfWeek) => times.map((time) => ({ dayOfWeek, time })));
  const body = JSON.stringify({ profileId, timezone: 'UTC', slots });
  const response = await fetch(`${url}/v1/queue/slots`, { method: 'POST', headers, body });
  if (response.status !== 201) throw new Error(`the queue was refused with ${response.status}`);
  const { schedule } = (await response.json()) as { schedule: { _id: string } };
  return { queueId: schedule._id, profileId };
}

export async function countShared(db: pg.Client): Promise<number> {
  const { rows } = await db.query<{ shared: number }>(
    `SELECT count(*)::int AS shared FROM (
       SELECT 1 FROM posts WHERE queue_id IS NOT NULL GROUP BY queue_id, scheduled_for HAVING count(*) > 1) AS twice`,
  );
  return rows[0]?.shared ?? 0;
}

type Filled = { url: string; stage: Stage; count: number; clients: number };

let number = 0;

/** Returns posts per second. */
export async function createPosts({ url, stage, count, clients }: Filled, fields: object): Promise<number> {
  const headers = { ...keyHeader(stage.apiKey), 'content-type': 'application/json' };
  let left = count;
  const startedMs = performance.now();
  const client = async (): Promise<void> => {
    while (left-- > 0) {
      const body = JSON.stringify({ content: `Made ${(number += 1)}`, platforms: [benchTarget], ...fields });
      const response = await fetch(`${url}/v1/posts`, { method: 'POST', headers, body });
      const text = await response.text();
      if (response.status !== 201) throw new Error(`a post was answered with ${response.status}: ${text}`);
    }
  };
  await Promise.all(Array.from({ length: clients }, client));
  return count / ((performance.now() - startedMs) / 1000);
}

const benchTarget = { platform: benchAccount.platform, accountId: benchAccount.id };
