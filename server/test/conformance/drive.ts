import assert from 'node:assert/strict';
import type {
  AccountCall,
  FollowUpPosition,
  PublishState,
  Outcome,
  Post,
  Refusal,
  RemoteAccount,
  Step,
} from '../../src/platforms/adapter.ts';
import type { PlatformFixture } from './platform-fixture.ts';

/** Drives an adapter like the publish engine: stores publish states as JSON, waits as requested, limits retries. */

export type Prepared = { publishState: PublishState; refusals: readonly Refusal[]; waitedMs: number };

/** `from`: an earlier attempt's publish state. */
type Course = { patience?: number; from?: PublishState };

const stepsMax = 60;
const notDoneWaitMs = 30_000;
const rateLimitWaitMs = 60_000;
const stepKinds = [
  ...['again', 'wait', 'ready', 'rejected', 'appProblem', 'notDone', 'preparationLost'],
  ...['rateLimited', 'disconnected', 'scopeMissing'],
];

export async function prepare(
  fixture: PlatformFixture,
  call: AccountCall,
  post: Post,
  { patience = 0, from }: Course = {},
): Promise<Prepared | Refusal> {
  const { publish } = fixture.adapter;
  const refusals: Refusal[] = [];
  let publishState = from;
  let waitedMs = 0;
  for (let count = 0; count < stepsMax; count += 1) {
    const step = await publish.prepare(call, post, publishState);
    assert.ok(stepKinds.includes(step.kind), `prepare answered ${step.kind}`);
    if ('publishState' in step) {
      publishState = roundTripped(step.publishState);
      if (step.kind === 'ready') return { publishState, refusals, waitedMs };
      if (step.kind !== 'wait') continue;
      assert.ok(step.afterMs > 0 && step.afterMs <= 3_600_000, `a wait of ${step.afterMs} ms`);
      waitedMs += step.afterMs;
      await fixture.advance(step.afterMs);
    } else {
      const canRepeat = ['notDone', 'preparationLost', 'rateLimited'].includes(step.kind);
      if (!canRepeat || refusals.length >= patience) return step;
      if (step.kind === 'preparationLost') publishState = undefined;
      refusals.push(step);
      await fixture.advance(step.kind === 'rateLimited' ? (step.retryAfterMs ?? rateLimitWaitMs) : notDoneWaitMs);
    }
  }
  assert.fail(`not ready after ${stepsMax} steps`);
}

export async function send(
  fixture: PlatformFixture,
  call: AccountCall,
  post: Post,
  publishState: PublishState,
): Promise<Outcome> {
  const { publish } = fixture.adapter;
  let outcome = await publish.send(call, post, publishState);
  for (let count = 0; outcome.kind === 'pending'; count += 1) {
    assert.ok(count < stepsMax, `still pending after ${stepsMax} polls`);
    assert.ok(publish.poll, 'pending, and no way to follow it');
    await fixture.advance(outcome.pollAfterMs);
    outcome = await publish.poll(call, post, roundTripped(outcome.publishState));
  }
  return outcome;
}

export type Published = Extract<Outcome, { kind: 'published' }>;

export async function publish(fixture: PlatformFixture, account: RemoteAccount, post: Post): Promise<Published> {
  const call = fixture.as(account);
  const { publishState } = await ready(fixture, call, post);
  const outcome = await send(fixture, call, post, publishState);
  assert.equal(outcome.kind, 'published', JSON.stringify(outcome));
  return outcome;
}

export async function ready(
  fixture: PlatformFixture,
  call: AccountCall,
  post: Post,
  course: Course = {},
): Promise<Prepared> {
  const prepared = await prepare(fixture, call, post, course);
  assert.ok('publishState' in prepared, JSON.stringify(prepared));
  return prepared;
}

/** Undefined when the follow-up needs no preparation. */
export async function readyFollowUp(
  fixture: PlatformFixture,
  call: AccountCall,
  post: Post,
  position: FollowUpPosition,
): Promise<PublishState | undefined> {
  const { followUps } = fixture.adapter.publish;
  if (followUps?.prepare === undefined) return undefined;
  let publishState: PublishState | undefined;
  for (let count = 0; count < stepsMax; count += 1) {
    const step = await followUps.prepare(call, post, position, publishState);
    assert.ok('publishState' in step, JSON.stringify(step));
    publishState = roundTripped(step.publishState);
    if (step.kind === 'ready') return publishState;
    if (step.kind === 'wait') await fixture.advance(step.afterMs);
  }
  assert.fail(`not ready after ${stepsMax} steps`);
}

function roundTripped(publishState: PublishState): PublishState {
  const copy = JSON.parse(JSON.stringify(publishState)) as PublishState;
  assert.deepEqual(copy, publishState, 'a publishState that JSON does not keep');
  assert.ok(Number.isSafeInteger(copy.v), 'a publishState without a version');
  return copy;
}

export function tokenMeaning(outcome: Outcome | Step): string {
  return outcome.kind === 'disconnected' ? outcome.cause : outcome.kind;
}
