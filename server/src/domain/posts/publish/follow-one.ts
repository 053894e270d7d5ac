import type { FollowUpPlace, FollowUps, Handle, Outcome, Step } from '../../../platforms/adapter.ts';
import type { Ctx } from '../../context.ts';
import { isOverdue, type Sending } from './sending.ts';

/** One follow-up of a post. `sending` is committed before the request; a follow-up found in it is not repeated. */
export type Part = {
  name: string;
  state: 'waiting' | 'sending' | 'done' | 'failed';
  id?: string;
  handle?: Handle | undefined;
  /** Start of its preparation. */
  since?: string;
  tries?: number;
};

type Followed =
  | 'done'
  /** Another worker has the target. */
  | 'lost'
  | { kind: 'wait'; afterMs: number }
  | { kind: 'failed'; warning: string };

type Following = Pick<Sending, 'call' | 'platformPost' | 'hold'> & {
  followUps: FollowUps;
  part: Part;
  place: FollowUpPlace;
  /** Saves the part; false when another worker has the target. */
  keep(part: Part): Promise<boolean>;
};

const stepsMax = 50;
const triesMax = 3;
const retryMs = 10_000;

/** Prepares step by step, then sends once. Retries what certainly had no effect; leaves what may be live. */
export async function followOne(ctx: Ctx, following: Following): Promise<Followed> {
  const { call, platformPost, followUps, place, keep } = following;
  if (following.part.state === 'done') return 'done';
  if (following.part.state !== 'waiting') return failed(place, 'not known whether it went out');
  const part = { ...following.part, since: following.part.since ?? ctx.clock.now().toISOString() };
  const prepared = await prepare({ ...following, part });
  if (prepared === 'lost') return 'lost';
  if (prepared.kind === 'wait') {
    if (isOverdue(ctx, new Date(part.since))) return failed(place, 'the platform took too long to process it');
    return (await keep({ ...part, handle: prepared.handle })) ? { kind: 'wait', afterMs: prepared.afterMs } : 'lost';
  }
  if (prepared.kind !== 'ready') return await refused(following, part, prepared);
  if (!(await keep({ ...part, handle: prepared.handle, state: 'sending' }))) return 'lost';
  const outcome = await followUps.send(call, platformPost, place, prepared.handle);
  if (outcome.kind !== 'published') return await refused(following, { ...part, handle: prepared.handle }, outcome);
  return (await keep({ ...part, state: 'done', id: outcome.id })) ? 'done' : 'lost';
}

type Prepared = Exclude<Step, { kind: 'again' } | { kind: 'ready' }> | { kind: 'ready'; handle: Handle | undefined };

async function prepare(following: Following): Promise<Prepared | 'lost'> {
  const { call, platformPost, followUps, place, part, keep, hold } = following;
  if (followUps.prepare === undefined) return { kind: 'ready', handle: undefined };
  let known = part.handle;
  for (let count = 0; count < stepsMax; count += 1) {
    const step = await followUps.prepare(call, platformPost, place, known);
    if (step.kind !== 'again') return step;
    known = step.handle;
    if (!(await keep({ ...part, handle: known }))) return 'lost';
    if (hold.isStopping()) return { kind: 'wait', handle: known, afterMs: 0 };
  }
  throw new Error('a follow-up is prepared for without end');
}

type Refused = Exclude<Outcome, { kind: 'published' }> | Exclude<Step, { handle: Handle }>;

async function refused({ place, keep }: Following, part: Part, why: Refused): Promise<Followed> {
  const tries = (part.tries ?? 0) + 1;
  const isWorthIt = why.kind === 'notDone' || why.kind === 'rateLimited' || why.kind === 'preparationLost';
  if (!isWorthIt || tries >= triesMax) return failed(place, reasonOf(why));
  const afterMs = why.kind === 'rateLimited' ? (why.retryAfterMs ?? retryMs) : retryMs;
  const kept = why.kind === 'preparationLost' ? { ...part, handle: undefined } : part;
  return (await keep({ ...kept, tries, state: 'waiting' })) ? { kind: 'wait', afterMs } : 'lost';
}

function reasonOf(why: Refused): string {
  if (why.kind === 'scopeMissing') return `the account was not granted ${why.scopes.join(', ')}`;
  return 'message' in why ? why.message : 'reason' in why ? why.reason : why.kind;
}

function failed({ name }: FollowUpPlace, reason: string): Followed {
  return { kind: 'failed', warning: `${name}: ${reason}` };
}
