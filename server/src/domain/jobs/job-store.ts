import { sql } from 'kysely';
import type { Db, Tx } from '../../db/client.ts';

// Jobs belong to the installation: their payloads are ids, and whoever runs one reads the row within its owner.

type NewJobs = { name: string; jobs: readonly { payload: object; key: string | null; runAt: Date | null }[] };

/** One attempt each: what is to be tried again says so in its own row. */
export async function insertJobs(db: Tx, { name, jobs }: NewJobs): Promise<void> {
  const payloads = jobs.map((job) => JSON.stringify(job.payload));
  const keys = jobs.map((job) => job.key);
  const times = jobs.map((job) => job.runAt);
  await sql`
    SELECT graphile_worker.add_jobs(array_agg(
      (${name}::text, payload::json, NULL, coalesce(run_at, herald_now()), 1, key, 0, NULL)::graphile_worker.job_spec
      ORDER BY place))
      FROM unnest(${payloads}::text[], ${keys}::text[], ${times}::timestamptz[])
           WITH ORDINALITY AS job (payload, key, run_at, place)`.execute(db);
}

export type DueJob = { id: string; name: string; payload: Record<string, string> };

/** Takes what is due by `herald_now()`, which the engine itself cannot be told to use. */
export async function takeDueJobs(db: Db): Promise<DueJob[]> {
  const { rows } = await sql<DueJob>`
    DELETE FROM graphile_worker._private_jobs AS job
     USING graphile_worker._private_tasks AS task
     WHERE task.id = job.task_id AND job.is_available AND job.run_at <= herald_now()
    RETURNING job.id::text, task.identifier AS name, job.payload`.execute(db);
  return rows;
}

/** What the pools of dead workers had taken may be taken again, its one attempt given back. */
export async function freeJobs(db: Tx, poolIds: readonly string[]): Promise<number> {
  const { rows } = await sql<{ id: string }>`
    SELECT id::text FROM graphile_worker.jobs WHERE locked_by = ANY(${[...poolIds]}::text[])`.execute(db);
  const ids = rows.map((row) => row.id);
  await sql`SELECT graphile_worker.force_unlock_workers(${[...poolIds]}::text[])`.execute(db);
  await sql`SELECT graphile_worker.reschedule_jobs(${ids}::bigint[], attempts => 0)`.execute(db);
  return ids.length;
}

/** Wake-ups that failed: their rows were found again by a sweep long ago. */
export async function deleteFailedJobs(db: Tx): Promise<void> {
  await sql`
    SELECT graphile_worker.complete_jobs(ARRAY(
      SELECT id FROM graphile_worker.jobs
       WHERE attempts >= max_attempts AND locked_at IS NULL AND updated_at < herald_now() - interval '1 day'
       LIMIT 1000))`.execute(db);
}
