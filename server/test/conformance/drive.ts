import assert from 'node:assert/strict';
import type {
  AccountCall,
  FollowUpPlace,
  Handle,
  Outcome,
  Post,
  Refusal,
  RemoteAccount,
  Step,
} from '../../src/platforms/adapter.ts';
import type { World } from './world.ts';

/** A small engine: it keeps handles as JSON, waits as told, and comes back a bounded number of times. */

export type Prepared = { handle: Handle; refusals: readonly Refusal[]; waitedMs: number };

/** `from`: a handle of before. */
type Course = { patience?: number; from?: Handle };

const stepsMax = 60;
const notDoneWaitMs = 30_000;
const rateLimitWaitMs = 60_000;
const stepKinds = [
  ...['again', 'wait', 'ready', 'rejected', 'appProblem', 'notDone', 'preparationLost'],
  ...['rateLimited', 'disconnected', 'scopeMissing'],
];

/** Until the post is ready; what may be tried again is, as often as `patience` says. */
export async function prepare(
  world: World,
  call: AccountCall,
  post: Post,
  { patience = 0, from }: Course = {},
): Promise<Prepared | Refusal> {
  const { publish } = world.adapter;
  const refusals: Refusal[] = [];
  let handle = from;
  let waitedMs = 0;
  for (let count = 0; count < stepsMax; count += 1) {
    const step = await publish.prepare(call, post, handle);
    assert.ok(stepKinds.includes(step.kind), `prepare answered ${step.kind}`);
    if ('handle' in step) {
      handle = kept(step.handle);
      if (step.kind === 'ready') return { handle, refusals, waitedMs };
      if (step.kind !== 'wait') continue;
      assert.ok(step.afterMs > 0 && step.afterMs <= 3_600_000, `a wait of ${step.afterMs} ms`);
      waitedMs += step.afterMs;
      await world.advance(step.afterMs);
    } else {
      const canRepeat = ['notDone', 'preparationLost', 'rateLimited'].includes(step.kind);
      if (!canRepeat || refusals.length >= patience) return step;
      if (step.kind === 'preparationLost') handle = undefined;
      refusals.push(step);
      await world.advance(step.kind === 'rateLimited' ? (step.retryAfterMs ?? rateLimitWaitMs) : notDoneWaitMs);
    }
  }
  assert.fail(`not ready after ${stepsMax} steps`);
}

/** The irrevocable call, and what the network finishes afterwards. */
export async function send(world: World, call: AccountCall, post: Post, handle: Handle): Promise<Outcome> {
  const { publish } = world.adapter;
  let outcome = await publish.send(call, post, handle);
  for (let count = 0; outcome.kind === 'pending'; count += 1) {
    assert.ok(count < stepsMax, `still pending after ${stepsMax} polls`);
    assert.ok(publish.poll, 'pending, and no way to follow it');
    await world.advance(outcome.pollAfterMs);
    outcome = await publish.poll(call, post, kept(outcome.handle));
  }
  return outcome;
}

export type Published = Extract<Outcome, { kind: 'published' }>;

/** All the way, where nothing is in the way. */
export async function publish(world: World, account: RemoteAccount, post: Post): Promise<Published> {
  const call = world.as(account);
  const { handle } = await ready(world, call, post);
  const outcome = await send(world, call, post, handle);
  assert.equal(outcome.kind, 'published', JSON.stringify(outcome));
  return outcome;
}

export async function ready(world: World, call: AccountCall, post: Post, course: Course = {}): Promise<Prepared> {
  const prepared = await prepare(world, call, post, course);
  assert.ok('handle' in prepared, JSON.stringify(prepared));
  return prepared;
}

/** The same for what follows a post; undefined where nothing must be there before. */
export async function readyFollowUp(
  world: World,
  call: AccountCall,
  post: Post,
  place: FollowUpPlace,
): Promise<Handle | undefined> {
  const { followUps } = world.adapter.publish;
  if (followUps?.prepare === undefined) return undefined;
  let handle: Handle | undefined;
  for (let count = 0; count < stepsMax; count += 1) {
    const step = await followUps.prepare(call, post, place, handle);
    assert.ok('handle' in step, JSON.stringify(step));
    handle = kept(step.handle);
    if (step.kind === 'ready') return handle;
    if (step.kind === 'wait') await world.advance(step.afterMs);
  }
  assert.fail(`not ready after ${stepsMax} steps`);
}

/** As it comes back from the database. */
function kept(handle: Handle): Handle {
  const copy = JSON.parse(JSON.stringify(handle)) as Handle;
  assert.deepEqual(copy, handle, 'a handle that JSON does not keep');
  assert.ok(Number.isSafeInteger(copy.v), 'a handle without a version');
  return copy;
}

/** Whose token a platform refused: how the account is disconnected, or `appProblem`. */
export function tokenMeaning(outcome: Outcome | Step): string {
  return outcome.kind === 'disconnected' ? outcome.cause : outcome.kind;
}
