import assert from 'node:assert/strict';
import { test } from 'node:test';
import { startTestApp } from '../../../../test/harness.ts';
import { makeAccount } from '../../../../test/factories.ts';
import { makePost } from '../../../../test/posts.ts';
import type { PostTargetRow } from '../../../db/post-rows.ts';
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
const handle = { v: 1, container: 'c1' };
const waiting = { reason: 'The platform is busy', code: 'platformUnavailable' } as const;
const retry = { attemptCount: 1, giveUpAt: at, dueInMs: 1, waiting };
const published = { id: 'p1', now: at, hasFollowUps: false };
const stages: readonly TargetState[] = ['claimed', 'preparing', 'sending', 'polling', 'reconciling', 'accepted'];
const sent: readonly TargetState[] = ['sending', 'polling', 'reconciling', 'accepted', 'published'];

/** A row that satisfies the constraints of the table. */
function targetIn(state: TargetState): PostTargetRow {
  const isPublishing = stages.includes(state);
  const hasId = state === 'accepted' || state === 'published';
  return {
    ...newTargetState,
    owner_id: 'usr_1',
    post_id: 'pst_1',
    account_id: 'acc_1',
    live_account_id: 'acc_1',
    account_username: null,
    account_display_name: null,
    platform: 'parrot',
    profile_id: 'prf_1',
    position: 0,
    custom_content: null,
    settings: null,
    fingerprint: null,
    created_at: at,
    status: isPublishing ? 'publishing' : (state as PostTargetRow['status']),
    stage: isPublishing ? (state as PostTargetRow['stage']) : null,
    due_at: state === 'draft' ? null : at,
    handle: sent.includes(state) ? handle : null,
    sent_at: sent.includes(state) ? at : null,
    send_count: sent.includes(state) ? 1 : 0,
    platform_post_id: hasId ? 'p1' : null,
  };
}

type Apply = (target: PostTargetRow) => Partial<PostTargetRow>;

/** Every function of the state machine, with facts that reach each of its results. */
const functions: Record<Exclude<TransitionName, 'markLate' | 'claim' | 'reclaim' | 'pollAgain'>, readonly Apply[]> = {
  place: (['draft', 'scheduled', 'pending'] as const).map(
    (status) => (target) => placeTarget(target, { status, due_at: at }),
  ),
  miss: [(target) => markMissed(target, 'hold'), (target) => markMissed(target, 'skip')],
  prepare: [
    (target) => markPreparing(target, { handle, now: at }).changes,
    (target) => markPreparing(target, { handle, now: at, dueInMs: 1000 }).changes,
  ],
  send: [(target) => markSending(target, { handle, now: at, warnings: [], leaseMs: 1, settleMs: 1 }).changes],
  revertSend: (['claimed', 'preparing', 'sending', 'reconciling'] as const).map(
    (before) => (target) => revertSend(target, targetIn(before)).changes,
  ),
  poll: [(target) => markPolling(target, { handle, now: at, dueInMs: 1 }).changes],
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
  test(`${name} leads from each of its states to one of its results and is refused elsewhere`, () => {
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

test('polls again what the platform accepted, unless it lost it', () => {
  const again = (target: PostTargetRow) => retryLater(target, { ...retry, isPreparationLost: false }).changes;
  assert.equal(targetState({ ...targetIn('polling'), ...again(targetIn('polling')) }), 'polling');
  assert.equal(again(targetIn('sending')).stage, 'preparing');
});

test('starts an ended target again without a trace, unless it may be live', () => {
  const failed = (code: PostTargetRow['error_code'], sentAt: Date | null): PostTargetRow => {
    return { ...targetIn('failed'), error_code: code, handle, sent_at: sentAt, settle_after: at };
  };
  const again = (target: PostTargetRow) => placeTarget(target, { status: 'pending', due_at: at });
  const clean = { ...newTargetState, status: 'pending', due_at: at };
  assert.deepEqual(again(failed('platformRejected', at)), clean);
  assert.deepEqual(again(failed('container_timeout', null)), clean);
  const trace = { handle, sent_at: at, settle_after: at };
  assert.deepEqual(again(failed('outcomeUnknown', at)), { ...clean, ...trace, is_confirmed: true });
  assert.deepEqual(again(failed('container_timeout', at)), { ...clean, ...trace, is_confirmed: false });
});

test('marks late targets and claims due ones in SQL as the state machine says', async () => {
  const t = await startTestApp({ sandbox: true });
  const { db, clock } = t.app.world;
  const user = await t.newUser();
  const cases = [...transitions.claim.from, ...transitions.reclaim.from].flatMap((state) => {
    return (sent.includes(state) ? [at] : [null, at]).map((sentAt) => ({ state, sentAt }));
  });
  for (const [index, { state, sentAt }] of cases.entries()) {
    const account = await makeAccount(user.call, { platform: 'parrot', account: `bird${index}` });
    const post = await makePost(user.call, { platforms: [{ platform: 'parrot', accountId: account._id }] });
    const read = async (): Promise<PostTargetRow> =>
      db.selectFrom('post_targets').selectAll().where('post_id', '=', post._id).executeTakeFirstOrThrow();
    const write = async (changes: Partial<PostTargetRow>): Promise<unknown> =>
      db.updateTable('post_targets').set(changes).where('post_id', '=', post._id).execute();
    const { status, stage, platform_post_id } = targetIn(state);
    await write({ status, stage, platform_post_id, sent_at: sentAt, due_at: clock.now() });
    await markFound(db, { platforms: ['parrot'], lateMs: 0 });
    const found = await read();
    const isMarked = transitions.markLate.from.some((one) => one === state);
    assert.equal(targetState(found), isMarked ? 'pending' : state, `marked from ${state}`);
    const claim = { workerId: 'w', leaseMs: 1000, spacingMs: 0, lateMs: 1000, giveUpMs: 1000 };
    await claimTargets(db, { ...claim, token: state, grants: new Map([['parrot', 10]]) });
    const claimed = await read();
    assert.notEqual(claimed.claim_token, null, `claimed from ${state}`);
    assert.deepEqual({ status: claimed.status, stage: claimed.stage }, claimedState(found), `claimed from ${state}`);
    const results = isUnsent(status) ? transitions.claim.to : [state];
    assert.ok(results.some((one) => one === targetState(claimed)));
  }
});
