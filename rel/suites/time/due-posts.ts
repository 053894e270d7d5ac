import type { Fixture } from '../publish/fixture.ts';

export type Due = { content: string; account: number; inMs: number; lateness?: object };

const laterMs = 600_000;

/** Moves posts in the database, because the API requires a lead time of a minute. */
export async function createDuePosts(fixture: Fixture, dues: readonly Due[]): Promise<void> {
  const ids: string[] = [];
  for (const { content, account, lateness } of dues) {
    const scheduledFor = new Date(Date.now() + laterMs).toISOString();
    const platforms = [fixture.accounts.telegram[account]];
    const input = { content, platforms, scheduledFor, ...(lateness === undefined ? {} : { lateness }) };
    const { status, body } = await fixture.api.call<{ post: { _id: string } }>(
      fixture.user,
      'POST',
      '/v1/posts',
      input,
    );
    if (status !== 201) throw new Error(`a post returned ${status} ${JSON.stringify(body)}`);
    ids.push(body.post._id);
  }
  const parameters = [ids, dues.map(({ inMs }) => inMs / 1000)];
  const moved = `unnest($1::text[], $2::float8[]) AS moved (id, secs)`;
  await fixture.database.sql(
    `WITH moved AS (SELECT id, now() + make_interval(secs => secs) AS at FROM ${moved}),
          posts AS (UPDATE posts p SET scheduled_for = moved.at FROM moved WHERE p.id = moved.id)
     UPDATE post_targets t SET due_at = moved.at FROM moved WHERE t.post_id = moved.id`,
    parameters,
  );
}
