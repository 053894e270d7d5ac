import type { FollowUpPosition, FollowUps, PublishState, Outcome, Step } from '../../../platforms/adapter.ts';
import type { Ctx } from '../../context.ts';
import { isOverdue, type Sending } from './sending.ts';

/** `sending` is committed before the request; a follow-up found in that state is never repeated. */
export type Part = {
  name: string;
  state: 'waiting' | 'sending' | 'done' | 'failed';
  id?: string;
  publishState?: PublishState | undefined;
  since?: string;
  tries?: number;
};

type Followed =
  | 'done'
  /** Another worker has the target. */
  | 'lost'
  | { kind: 'wait'; afterMs: number }
  | { kind: 'failed'; warning: string };

type Following = Pick<Sending, 'call' | 'platformPost' | 'lease'> & {
  followUps: FollowUps;
  part: Part;
  position: FollowUpPosition;
  /** Returns false when another worker has the target. */
  keep(part: Part): Promise<boolean>;
};

const stepsMax = 50;
const triesMax = 3;
const retryMs = 10_000;

/** Retries what certainly had no effect; leaves what may be live. */
export async function followOne(ctx: Ctx, following: Following): Promise<Followed> {
  const { call, platformPost, followUps, position, keep } = following;
  if (following.part.state === 'done') return 'done';
  if (following.part.state !== 'waiting') return failed(position, 'it is unknown whether it was published');
  const part = { ...following.part, since: following.part.since ?? ctx.clock.now().toISOString() };
  const prepared = await prepare({ ...following, part });
  if (prepared === 'lost') return 'lost';
  if (prepared.kind === 'wait') {
    if (isOverdue(ctx, new Date(part.since))) return failed(position, 'the platform took too long to process it');
    return (await keep({ ...part, publishState: prepared.publishState }))
      ? { kind: 'wait', afterMs: prepared.afterMs }
      : 'lost';
  }
  if (prepared.kind !== 'ready') return await refused(following, part, prepared);
  if (!(await keep({ ...part, publishState: prepared.publishState, state: 'sending' }))) return 'lost';
  const outcome = await followUps.send(call, platformPost, position, prepared.publishState);
  if (outcome.kind !== 'published')
    return await refused(following, { ...part, publishState: prepared.publishState }, outcome);
  return (await keep({ ...part, state: 'done', id: outcome.id })) ? 'done' : 'lost';
}

type Prepared =
  Exclude<Step, { kind: 'again' } | { kind: 'ready' }> | { kind: 'ready'; publishState: PublishState | undefined };

async function prepare(following: Following): Promise<Prepared | 'lost'> {
  const { call, platformPost, followUps, position, part, keep, lease } = following;
  if (followUps.prepare === undefined) return { kind: 'ready', publishState: undefined };
  let known = part.publishState;
  for (let count = 0; count < stepsMax; count += 1) {
    const step = await followUps.prepare(call, platformPost, position, known);
    if (step.kind !== 'again') return step;
    known = step.publishState;
    if (!(await keep({ ...part, publishState: known }))) return 'lost';
    if (lease.isStopping()) return { kind: 'wait', publishState: known, afterMs: 0 };
  }
  throw new Error('the adapter keeps repeating the preparation of a follow-up');
}

type Refused = Exclude<Outcome, { kind: 'published' }> | Exclude<Step, { publishState: PublishState }>;

async function refused({ position, keep }: Following, part: Part, why: Refused): Promise<Followed> {
  const tries = (part.tries ?? 0) + 1;
  const isWorthIt = why.kind === 'notDone' || why.kind === 'rateLimited' || why.kind === 'preparationLost';
  if (!isWorthIt || tries >= triesMax) return failed(position, reasonOf(why));
  const afterMs = why.kind === 'rateLimited' ? (why.retryAfterMs ?? retryMs) : retryMs;
  const nextPart = why.kind === 'preparationLost' ? { ...part, publishState: undefined } : part;
  return (await keep({ ...nextPart, tries, state: 'waiting' })) ? { kind: 'wait', afterMs } : 'lost';
}

function reasonOf(why: Refused): string {
  if (why.kind === 'scopeMissing') return `the account was not granted ${why.scopes.join(', ')}`;
  return 'message' in why ? why.message : 'reason' in why ? why.reason : why.kind;
}

function failed({ name }: FollowUpPosition, reason: string): Followed {
  return { kind: 'failed', warning: `${name}: ${reason}` };
}
