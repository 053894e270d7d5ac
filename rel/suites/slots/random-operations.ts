import type { Random } from '../../harness/random.ts';
import type { Target } from '../../harness/sandbox-account.ts';
import type { Api, User } from '../../harness/testbed.ts';
import { schedules } from './schedules.ts';

export type Load = {
  apis: Api[];
  user: User;
  target: Target;
  profileId: string;
  queueIds: string[];
  random: Random;
  /** Acknowledged, and no deletion was requested. */
  acknowledged: Set<string>;
  counts: Record<string, number>;
  faults: string[];
};

type Body = { post?: { _id: string }; schedule?: { _id: string }; reshuffledCount?: number };
type ClientResponse = { status: number; body: Body } | undefined;

async function ask({ apis, user, random }: Load, method: string, path: string, body?: object): Promise<ClientResponse> {
  const api = random.pick(apis);
  try {
    return await api.call(user, method, path, body);
  } catch {
    return undefined;
  }
}

function count(load: Load, what: string, response: ClientResponse, expected: readonly number[]): void {
  const key = response === undefined ? `${what} unanswered` : what;
  load.counts[key] = (load.counts[key] ?? 0) + 1;
  if (response === undefined || expected.includes(response.status) || response.status === 503) return;
  load.faults.push(`${what} returned ${response.status}: ${JSON.stringify(response.body).slice(0, 300)}`);
}

const operations: readonly { share: number; run(load: Load, number: number): Promise<void> }[] = [
  {
    share: 0.6,
    run: async (load, number) => {
      const queueId = load.random.pick(load.queueIds);
      const { target, profileId } = load;
      const body = { content: `Slot ${number}`, queuedFromProfile: profileId, queueId, platforms: [target] };
      const response = await ask(load, 'POST', '/v1/posts', body);
      count(load, 'create', response, [201, 400]);
      if (response?.status === 201 && response.body.post !== undefined) load.acknowledged.add(response.body.post._id);
    },
  },
  {
    share: 0.2,
    run: async (load) => {
      const ids = [...load.acknowledged];
      if (ids.length === 0) return;
      const id = load.random.pick(ids);
      load.acknowledged.delete(id);
      count(load, 'delete', await ask(load, 'DELETE', `/v1/posts/${id}`), [200, 404]);
    },
  },
  {
    share: 0.1,
    run: async (load) => {
      const ids = [...load.acknowledged];
      if (ids.length === 0) return;
      const path = `/v1/posts/${load.random.pick(ids)}`;
      const to = { queuedFromProfile: load.profileId, queueId: load.random.pick(load.queueIds) };
      count(load, 'move', await ask(load, 'PUT', path, to), [200, 400, 404, 409]);
    },
  },
  {
    share: 0.07,
    run: async (load) => {
      const queueId = load.random.pick(load.queueIds);
      const changed = { ...load.random.pick(schedules), profileId: load.profileId, queueId };
      const response = await ask(load, 'PUT', '/v1/queue/slots', { ...changed, reshuffleExisting: true });
      count(load, 'reshuffle', response, [200, 400, 404]);
      const { reshuffledCount = 0 } = response?.body ?? {};
      if (response?.status === 200 && reshuffledCount > 200) {
        load.faults.push(`${reshuffledCount} posts were moved at once`);
      }
    },
  },
  {
    share: 0.03,
    run: async (load) => {
      const { profileId } = load;
      const index = load.random.between(0, load.queueIds.length - 1);
      const path = `/v1/queue/slots?profileId=${profileId}&queueId=${load.queueIds[index] ?? ''}`;
      count(load, 'delete queue', await ask(load, 'DELETE', path), [200, 404]);
      const created = await ask(load, 'POST', '/v1/queue/slots', { ...load.random.pick(schedules), profileId });
      count(load, 'create queue', created, [201, 409]);
      if (created?.body.schedule !== undefined) load.queueIds[index] = created.body.schedule._id;
    },
  },
];

export async function runRandomOperation(load: Load, number: number): Promise<void> {
  let left = load.random.next();
  const chosen = operations.find(({ share }) => (left -= share) <= 0) ?? operations[0];
  await chosen?.run(load, number);
}
