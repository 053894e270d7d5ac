// The floor: one GET per account and one commit with its numbers, with Herald's concurrency.
import pg from 'pg';
import { Agent, request } from 'undici';

export type CollectOrder = { databaseUrl: string; tweetsUrl: string; tokens: Readonly<Record<string, string>> };
export type CollectResult = { perSecond: number };

const atOnce = 10;
const fields = 'public_metrics,non_public_metrics';
const columns = 'impressions, reach, likes, comments, shares, saves, clicks, views';
const sums = columns.replaceAll(/\w+/g, 'sum($&)');

process.on('disconnect', () => process.exit(0));
process.on('message', (order: CollectOrder) => void run(order).then((result) => process.send?.(result)));

type Due = { owner_id: string; account_id: string; username: string; ids: string[] };

async function run({ databaseUrl, tweetsUrl, tokens }: CollectOrder): Promise<CollectResult> {
  const db = new pg.Pool({ connectionString: databaseUrl, max: atOnce });
  const dispatcher = new Agent({ connections: atOnce });
  const startedMs = performance.now();
  const { rows } = await db.query<Due>(
    `WITH due AS (
       UPDATE platform_posts SET metrics_due_at = now() + interval '90 minutes' WHERE metrics_due_at <= now()
       RETURNING owner_id, account_id, platform_post_id)
     SELECT due.owner_id, due.account_id, a.username, array_agg(platform_post_id) AS ids
       FROM due JOIN accounts a ON a.id = due.account_id GROUP BY 1, 2, 3`,
  );
  const accounts = rows.values();
  const collect = async (): Promise<void> => {
    for (const account of accounts) {
      const url = `${tweetsUrl}?ids=${account.ids.join(',')}&tweet.fields=${fields}`;
      const headers = { authorization: `Bearer ${tokens[account.username] ?? ''}` };
      const response = await request(url, { headers, dispatcher });
      const { data } = (await response.body.json()) as { data?: unknown[] };
      if (data?.length !== account.ids.length) throw new Error(`the sandbox answered ${response.statusCode}`);
      await db.query({
        name: 'write',
        text: write,
        values: [account.owner_id, account.account_id, JSON.stringify(data)],
      });
    }
  };
  await Promise.all(Array.from({ length: atOnce }, collect));
  const count = rows.reduce((sum, { ids }) => sum + ids.length, 0);
  const perSecond = count / ((performance.now() - startedMs) / 1000);
  await Promise.all([db.end(), dispatcher.close()]);
  return { perSecond };
}

const write = `
  WITH counts AS MATERIALIZED (
    SELECT r.id, (p->>'impression_count')::bigint AS impressions, 0::bigint AS reach, (p->>'like_count')::bigint AS likes,
           (p->>'reply_count')::bigint AS comments, (p->>'retweet_count')::bigint AS shares,
           (p->>'bookmark_count')::bigint AS saves, (r.non_public_metrics->>'url_link_clicks')::bigint AS clicks,
           (p->>'impression_count')::bigint AS views
      FROM jsonb_to_recordset($3::jsonb) AS r (id text, public_metrics jsonb, non_public_metrics jsonb),
           LATERAL (SELECT r.public_metrics AS p) AS one
  ), newest AS (
    UPDATE platform_posts m SET (${columns}) = (c.impressions, c.reach, c.likes, c.comments, c.shares, c.saves, c.clicks, c.views),
           measured_at = now() FROM counts c WHERE m.account_id = $2 AND m.platform_post_id = c.id
  ), sum AS (
    INSERT INTO account_metric_days (owner_id, account_id, date, is_external, post_count, ${columns})
    SELECT $1, $2, current_date, false, count(*), ${sums} FROM counts
    ON CONFLICT (account_id, date, is_external) DO UPDATE SET post_count = excluded.post_count
  )
  INSERT INTO metric_days (owner_id, account_id, platform_post_id, date, ${columns})
  SELECT $1, $2, c.id, current_date, ${columns} FROM counts c`;
