import assert from 'node:assert/strict';
import { test } from 'node:test';
import { startTestApp } from '../../../../test/harness.ts';
import { makeAccount } from '../../../../test/factories.ts';
import { makePost } from '../../../../test/data/posts.ts';
import type { PostTargetRow } from '../../../db/post-rows.ts';
import { inTransaction } from '../../../db/transaction.ts';
import { claimTargets, markFound } from '../publish/publish-store.ts';
import { newTargetState } from './new-target.ts';
import {
  claimedState,
  endFollowUps,
  followUpLater,
  isUnsent,
  lookUpLater,
  markAccepted,
  markCanceled,
  markFailed,
  markInDoubt,
  markMissed,
  markPolling,
  markPreparing,
  markPublished,
  markSending,
  markUnpublished,
  placeTarget,
  retryLater,
  revertSend,
  saveFollowUps,
  targetState,
  targetStates,
  transitions,
  waitForAbsence,
  yieldClaim,
  type TargetState,
  type Transition,
  type TransitionName,
} from './target-state.ts';

const at = new Date('2026-01-01T12:00:00Z');
const publishState = { v: 1, container: 'c1' };
const waiting = { reason: 'The platform is busy', code: 'platformUnavailable' } as const;
const retry = { attemptCount: 1, giveUpAt: at, dueInMs: 1, waiting };
const published = { id: 'p1', now: at, hasFollowUps: false };
const stages: readonly TargetState[] = ['claimed', 'preparing', 'sending', 'polling', 'reconciling', 'accepted'];
const sent: readonly TargetState[] = ['sending', 'polling', 'reconciling', 'accepted', 'published'];

function targetIn(state: TargetState): PostTargetRow {
  const isPublishing = stages.includes(state);
  const hasId = state === 'accepted' || state === 'published';
  return {
    ...newTargetState,
    ownerId: 'usr_1',
    postId: 'pst_1',
    accountId: 'acc_1',
    liveAccountId: 'acc_1',
    accountUsername: null,
    accountDisplayName: null,
    platform: 'parrot',
    profileId: 'prf_1',
    position: 0,
    customContent: null,
    settings: null,
    contentHash: null,
    createdAt: at,
    status: isPublishing ? 'publishing' : (state as PostTargetRow['status']),
    stage: isPublishing ? (state as PostTargetRow['stage']) : null,
    dueAt: state === 'draft' ? null : at,
    publishState: sent.includes(state) ? publishState : null,
    sentAt: sent.includes(state) ? at : null,
    sendCount: sent.includes(state) ? 1 : 0,
    platformPostId: hasId ? 'p1' : null,
  };
}

type Apply = (target: PostTargetRow) => Partial<PostTargetRow>;

const functions: Record<Exclude<TransitionName, 'markLate' | 'claim' | 'reclaim' | 'pollAgain'>, readonly Apply[]> = {
  schedule: (['draft', 'scheduled', 'pending'] as const).map(
    (status) => (target) => placeTarget(target, { status, dueAt: at }),
  ),
  miss: [(target) => markMissed(target, 'hold'), (target) => markMissed(target, 'skip')],
  prepare: [
    (target) => markPreparing(target, { publishState, now: at }).changes,
    (target) => markPreparing(target, { publishState, now: at, dueInMs: 1000 }).changes,
  ],
  send: [(target) => markSending(target, { publishState, now: at, warnings: [], leaseMs: 1, settleMs: 1 }).changes],
  revertSend: (['claimed', 'preparing', 'sending', 'reconciling'] as const).map(
    (before) => (target) => revertSend(target, targetIn(before)).changes,
  ),
  poll: [(target) => markPolling(target, { publishState, now: at, dueInMs: 1 }).changes],
  doubt: [(target) => markInDoubt(target, { dueInMs: 1, settleInMs: 1, waiting }).changes],
  waitForAbsence: [(target) => waitForAbsence(target, { dueInMs: 1, waiting }).changes],
  lookUpLater: [(target) => lookUpLater(target, { dueInMs: 1, waiting }).changes],
  retry: [(target) => retryLater(target, { ...retry, isPreparationLost: true }).changes],
  yield: [(target) => yieldClaim(target).changes],
  accept: [(target) => markAccepted(target, { id: 'p1' }).changes],
  publish: [
    (target) => markPublished(target, published).changes,
    (target) => markPublished(target, { ...published, hasFollowUps: true }).changes,
  ],
  followUp: [
    (target) => saveFollowUps(target, { warnings: [] }).changes,
    (target) => followUpLater(target, { dueInMs: 1 }).changes,
    (target) => endFollowUps(target).changes,
  ],
  fail: [(target) => markFailed(target, { code: 'platformRejected', message: 'No' }).changes],
  cancel: [(target) => markCanceled(target).changes],
  unpublish: [(target) => markUnpublished(target)],
};

for (const [name, applies] of Object.entries(functions)) {
  const { from, to }: Transition = transitions[name as TransitionName];
  test(`${name} leads from each of its states to one of its results and throws from any other`, () => {
    const reached = new Set<TargetState>();
    for (const state of targetStates) {
      for (const apply of applies) {
        const target = targetIn(state);
        if (!from.includes(state)) {
          assert.throws(() => apply(target), new RegExp(`cannot ${name} from ${state} `));
          continue;
        }
        const after = { ...target, ...apply(target) };
        assert.ok((to === 'same' ? [state] : to).includes(targetState(after)), `${state} led to ${targetState(after)}`);
        assert.equal(after.status === 'publishing', after.stage !== null, 'only a target being published has a stage');
        reached.add(targetState(after));
      }
    }
    assert.deepEqual(reached, new Set(to === 'same' ? from : to), 'the table lists no result that cannot be reached');
  });
}

test('polls again after the platform accepted the post, unless the preparation is lost', () => {
  const again = (target: PostTargetRow) => retryLater(target, { ...retry, isPreparationLost: false }).changes;
  assert.equal(targetState({ ...targetIn('polling'), ...again(targetIn('polling')) }), 'polling');
  assert.equal(again(targetIn('sending')).stage, 'preparing');
});

test('restarts an ended target from a clean state, unless it may be live', () => {
  const failed = (code: PostTargetRow['errorCode'], sentAt: Date | null): PostTargetRow => {
    return { ...targetIn('failed'), errorCode: code, publishState, sentAt, settleAfter: at };
  };
  const again = (target: PostTargetRow) => placeTarget(target, { status: 'pending', dueAt: at });
  const clean = { ...newTargetState, status: 'pending', dueAt: at };
  assert.deepEqual(again(failed('platformRejected', at)), clean);
  assert.deepEqual(again(failed('container_timeout', null)), clean);
  const trace = { publishState, sentAt: at, settleAfter: at };
  assert.deepEqual(again(failed('outcomeUnknown', at)), { ...clean, ...trace, isConfirmed: true });
  assert.deepEqual(again(failed('container_timeout', at)), { ...clean, ...trace, isConfirmed: false });
});

test('marks late targets and claims due ones in SQL according to the state machine', async () => {
  const t = await startTestApp({ sandbox: true });
  const { db, clock } = t.app.systemCtx;
  const user = await t.newUser();
  const cases = [...transitions.claim.from, ...transitions.reclaim.from].flatMap((state) => {
    return (sent.includes(state) ? [at] : [null, at]).map((sentAt) => ({ state, sentAt }));
  });
  for (const [index, { state, sentAt }] of cases.entries()) {
    const account = await makeAccount(user.call, { platform: 'parrot', account: `bird${index}` });
    const post = await makePost(user.call, { platforms: [{ platform: 'parrot', accountId: account._id }] });
    const read = async (): Promise<PostTargetRow> =>
      db.selectFrom('postTargets').selectAll().where('postId', '=', post._id).executeTakeFirstOrThrow();
    const write = async (changes: Partial<PostTargetRow>): Promise<unknown> =>
      db.updateTable('postTargets').set(changes).where('postId', '=', post._id).execute();
    const { status, stage, platformPostId } = targetIn(state);
    await write({ status, stage, platformPostId, sentAt, dueAt: clock.now() });
    await markFound(db, { platforms: ['parrot'], lateMs: 0 });
    const row = await read();
    const isMarked = transitions.markLate.from.some((one) => one === state);
    assert.equal(targetState(row), isMarked ? 'pending' : state, `marked from ${state}`);
    const claim = { workerId: 'w', leaseMs: 1000, spacingMs: 0, lateMs: 1000, giveUpMs: 1000 };
    const terms = { ...claim, token: state, grants: new Map([['parrot', 10]]) };
    await inTransaction({ db }, (ctx) => claimTargets(ctx.db, terms));
    const claimed = await read();
    assert.notEqual(claimed.claimToken, null, `claimed from ${state}`);
    assert.deepEqual({ status: claimed.status, stage: claimed.stage }, claimedState(row), `claimed from ${state}`);
    const results = isUnsent(status) ? transitions.claim.to : [state];
    assert.ok(results.some((one) => one === targetState(claimed)));
  }
});
