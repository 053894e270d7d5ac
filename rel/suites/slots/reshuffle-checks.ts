import type { CaseDatabase } from '../../harness/testbed.ts';
import type { Load } from './random-operations.ts';
import { schedules } from './schedules.ts';

type Placed = { id: string; at: Date };

const movedMax = 200;

/** Must run without other clients: reshuffling keeps the order, moves at most 200 posts, and a refused change moves none. */
export async function checkReshuffles(load: Load, sql: CaseDatabase['sql'], rounds: number): Promise<void> {
  const [api] = load.apis;
  const [queueId] = load.queueIds;
  if (api === undefined || queueId === undefined) throw new Error('no API process or queue');
  const placed = (): Promise<Placed[]> =>
    sql<Placed>(
      `SELECT id, scheduled_for AS at FROM posts
        WHERE queue_id = $1 AND status = 'scheduled' AND scheduled_for > now() ORDER BY scheduled_for, id`,
      [queueId],
    );
  for (let round = 0; round < rounds; round += 1) {
    const before = await placed();
    const schedule = schedules[(round + 1) % schedules.length];
    const body = { ...schedule, profileId: load.profileId, queueId, reshuffleExisting: true };
    const { status } = await api.call(load.user, 'PUT', '/v1/queue/slots', body);
    const after = await placed();
    const isSame = JSON.stringify(before) === JSON.stringify(after);
    const fault = judge({ status, isSame, before, after });
    if (fault !== undefined) load.faults.push(`round ${round}, ${before.length} posts: ${fault}`);
    load.counts['ordered rounds'] = round + 1;
    // Only the first round exceeds the cap.
    if (before.length > movedMax) await thin(load, before.slice(movedMax - 20));
  }
}

type Round = { status: number; isSame: boolean; before: readonly Placed[]; after: readonly Placed[] };

function judge({ status, isSame, before, after }: Round): string | undefined {
  if (before.length > movedMax) return status === 400 && isSame ? undefined : `the cap was not held (${status})`;
  if (status === 400) return isSame ? undefined : 'a refused change moved posts';
  if (status !== 200) return `answered with ${status}`;
  const isOrdered = before.every(({ id }, index) => after[index]?.id === id);
  if (!isOrdered || before.length !== after.length) return 'the order was not kept';
  const instants = new Set(after.map(({ at }) => at.getTime()));
  return instants.size === after.length ? undefined : 'two posts share an instant';
}

async function thin({ apis: [api], user }: Load, posts: readonly Placed[]): Promise<void> {
  for (const { id } of posts) await api?.call(user, 'DELETE', `/v1/posts/${id}`);
}
