import { createPostFloor } from '../floor-post.ts';
import type { LoadScenario } from '../scenario.ts';
import { benchAccount } from '../stage.ts';

const daysAhead = 30;
const scheduledFor = new Date(Date.now() + daysAhead * 86_400_000).toISOString();
const target = { platform: benchAccount.platform, accountId: benchAccount.id };

export const postCreate: LoadScenario = {
  kind: 'load',
  name: 'post-create',
  about:
    'Authenticated `POST /v1/posts` with a time and one target, each with different content, at 32 connections. The ' +
    'floor looks up the key and writes post, target and event in one statement; Herald also checks the account, the ' +
    'rules of the platform and duplicate content, and writes a timeline.',
  connections: 32,
  ratioMin: 0.5,
  herald: {
    method: 'POST',
    path: '/v1/posts',
    body: JSON.stringify({ content: 'Post {n}', scheduledFor, platforms: [target] }),
    status: 201,
  },
  floor: createPostFloor,
  writesTo: ['posts', 'post_targets', 'events'],
  reset: async (db) => {
    for (const table of ['posts', 'events']) await db.query(`DELETE FROM ${table}`);
    for (const table of ['posts', 'post_targets', 'post_timeline', 'events']) await db.query(`VACUUM ${table}`);
    await db.query('CHECKPOINT');
  },
};
