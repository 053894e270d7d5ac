import type { Chance } from '../../harness/random.ts';
import type { Target } from '../../harness/sandbox-account.ts';
import type { Api, User } from '../../harness/stage.ts';
import { schedules } from './schedules.ts';

/** What the clients share: where to ask, what they have been told, and what went wrong. */
export type Storm = {
  apis: Api[];
  user: User;
  target: Target;
  profileId: string;
  queueIds: string[];
  chance: Chance;
  /** Told to be there, and not told or asked to be gone. */
  acknowledged: Set<string>;
  counts: Record<string, number>;
  faults: string[];
};

/** What is read of an answer, as far as it is there. */
type Body = { post?: { _id: string }; schedule?: { _id: string }; reshuffledCount?: number };
type Answer = { status: number; body: Body } | undefined;

/** Nothing where the process died under it: then nobody knows. */
async function ask({ apis, user, chance }: Storm, method: string, path: string, body?: object): Promise<Answer> {
  const api = chance.pick(apis);
  try {
    return await api.call(user, method, path, body);
  } catch {
    return undefined;
  }
}

function count(storm: Storm, what: string, answer: Answer, expected: readonly number[]): void {
  const key = answer === undefined ? `${what} unanswered` : what;
  storm.counts[key] = (storm.counts[key] ?? 0) + 1;
  if (answer === undefined || expected.includes(answer.status) || answer.status === 503) return;
  storm.faults.push(`${what} was answered with ${answer.status}: ${JSON.stringify(answer.body).slice(0, 300)}`);
}

const operations: readonly { share: number; run(storm: Storm, number: number): Promise<void> }[] = [
  {
    share: 0.6,
    run: async (storm, number) => {
      const queueId = storm.chance.pick(storm.queueIds);
      const { target, profileId } = storm;
      const body = { content: `Slot ${number}`, queuedFromProfile: profileId, queueId, platforms: [target] };
      const answer = await ask(storm, 'POST', '/v1/posts', body);
      count(storm, 'create', answer, [201, 400]);
      if (answer?.status === 201 && answer.body.post !== undefined) storm.acknowledged.add(answer.body.post._id);
    },
  },
  {
    share: 0.2,
    run: async (storm) => {
      const ids = [...storm.acknowledged];
      if (ids.length === 0) return;
      const id = storm.chance.pick(ids);
      storm.acknowledged.delete(id);
      count(storm, 'delete', await ask(storm, 'DELETE', `/v1/posts/${id}`), [200, 404]);
    },
  },
  {
    share: 0.1,
    run: async (storm) => {
      const ids = [...storm.acknowledged];
      if (ids.length === 0) return;
      const path = `/v1/posts/${storm.chance.pick(ids)}`;
      const to = { queuedFromProfile: storm.profileId, queueId: storm.chance.pick(storm.queueIds) };
      count(storm, 'move', await ask(storm, 'PUT', path, to), [200, 400, 404, 409]);
    },
  },
  {
    share: 0.07,
    run: async (storm) => {
      const queueId = storm.chance.pick(storm.queueIds);
      const changed = { ...storm.chance.pick(schedules), profileId: storm.profileId, queueId };
      const answer = await ask(storm, 'PUT', '/v1/queue/slots', { ...changed, reshuffleExisting: true });
      count(storm, 'reshuffle', answer, [200, 400, 404]);
      const { reshuffledCount = 0 } = answer?.body ?? {};
      if (answer?.status === 200 && reshuffledCount > 200) {
        storm.faults.push(`${reshuffledCount} posts were moved at once`);
      }
    },
  },
  {
    share: 0.03,
    run: async (storm) => {
      const { profileId } = storm;
      const place = storm.chance.between(0, storm.queueIds.length - 1);
      const path = `/v1/queue/slots?profileId=${profileId}&queueId=${storm.queueIds[place] ?? ''}`;
      count(storm, 'delete queue', await ask(storm, 'DELETE', path), [200, 404]);
      const made = await ask(storm, 'POST', '/v1/queue/slots', { ...storm.chance.pick(schedules), profileId });
      count(storm, 'create queue', made, [201, 409]);
      if (made?.body.schedule !== undefined) storm.queueIds[place] = made.body.schedule._id;
    },
  },
];

/** One thing that a client might do, by chance. */
export async function act(storm: Storm, number: number): Promise<void> {
  let left = storm.chance.next();
  const chosen = operations.find(({ share }) => (left -= share) <= 0) ?? operations[0];
  await chosen?.run(storm, number);
}
