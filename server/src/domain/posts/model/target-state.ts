import type { PostTargetRow, TargetErrorCode, TargetStatus, TargetWaiting } from '../../../db/post-rows.ts';
import { newTargetState, releasedClaim, type TargetPlacement } from './new-target.ts';
import type { PublishState } from '../../../platforms/adapter.ts';

/** While a target has the status `publishing`, its stage is its state; otherwise its status is. */
export const targetStates = [
  'draft',
  'scheduled',
  'pending',
  'claimed',
  'preparing',
  'sending',
  'polling',
  'reconciling',
  'accepted',
  'published',
  'failed',
  'canceled',
] as const;
export type TargetState = (typeof targetStates)[number];

export function targetState({ status, stage }: Pick<PostTargetRow, 'status' | 'stage'>): TargetState {
  return status === 'publishing' ? (stage ?? 'claimed') : status;
}

export const unsentStatuses = ['scheduled', 'pending'] as const satisfies readonly TargetStatus[];

export function isUnsent(status: TargetStatus): boolean {
  return unsentStatuses.some((unsent) => unsent === status);
}

export const openStatuses = ['draft', ...unsentStatuses, 'publishing'] as const satisfies readonly TargetStatus[];
/** Count against the plan and block duplicates. */
export const committedStatuses: readonly TargetStatus[] = [...unsentStatuses, 'publishing', 'published'];

const unclaimed = ['draft', ...unsentStatuses, 'failed', 'canceled'] as const;
const publishing = ['claimed', 'preparing', 'sending', 'polling', 'reconciling', 'accepted'] as const;
const beforeSend = ['claimed', 'preparing', 'sending', 'reconciling'] as const;

export type Transition = { from: readonly TargetState[]; to: readonly TargetState[] | 'same'; about: string };

/** docs/architecture.md shows the diagram of this table. */
export const transitions = {
  schedule: {
    from: unclaimed,
    to: ['draft', 'scheduled', 'pending'],
    about: 'A request creates, reschedules or retries it.',
  },
  markLate: {
    from: unsentStatuses,
    to: ['pending'],
    about: 'A worker finds it overdue and counts its delay from here.',
  },
  claim: {
    from: unsentStatuses,
    to: ['claimed', 'reconciling'],
    about: 'A worker leases it. What an earlier attempt may have published is looked up first.',
  },
  reclaim: {
    from: [...publishing, 'published'],
    to: 'same',
    about: 'A worker leases it again after a wait, or after the worker before it died.',
  },
  miss: { from: ['claimed', ...unsentStatuses], to: ['draft', 'canceled'], about: 'It is later than its post allows.' },
  prepare: {
    from: beforeSend,
    to: ['preparing'],
    about: 'The adapter has uploaded or created something that can be repeated.',
  },
  send: {
    from: beforeSend,
    to: ['sending'],
    about: 'The intent to publish is committed; the request follows.',
  },
  revertSend: {
    from: ['sending'],
    to: beforeSend,
    about: 'The lease was too old by the time the intent was committed: nothing was sent.',
  },
  poll: { from: ['sending', 'polling'], to: ['polling'], about: 'The platform accepted it and is processing.' },
  doubt: {
    from: ['sending', 'polling'],
    to: ['reconciling'],
    about: 'Nobody knows whether the platform published it.',
  },
  waitForAbsence: {
    from: ['sending', 'reconciling'],
    to: ['reconciling'],
    about: 'The platform does not show it, but it is too early to conclude that it is absent.',
  },
  lookUpLater: { from: publishing, to: 'same', about: 'The look-up failed; it is repeated later.' },
  retry: {
    from: ['claimed', 'preparing', 'sending', 'polling', 'reconciling'],
    to: ['preparing'],
    about: 'The attempt certainly had no effect, and another one follows.',
  },
  pollAgain: { from: ['polling'], to: 'same', about: 'The platform accepted it, but could not be asked about it.' },
  yield: { from: ['preparing'], to: 'same', about: 'The worker stops; another one continues.' },
  accept: {
    from: ['sending', 'polling', 'reconciling'],
    to: ['accepted'],
    about: 'The platform has it; only the permalink is missing.',
  },
  publish: { from: publishing, to: ['published'], about: 'The platform has it.' },
  followUp: {
    from: ['published'],
    to: 'same',
    about: 'A first comment, the rest of a thread or a late permalink makes progress.',
  },
  fail: { from: publishing, to: ['failed'], about: 'The last attempt is over.' },
  cancel: {
    from: [...unsentStatuses, ...publishing],
    to: ['canceled'],
    about: 'Its account was disconnected before anything was sent.',
  },
  unpublish: { from: ['published'], to: ['canceled'], about: 'A request deleted it on the platform.' },
} as const satisfies Record<string, Transition>;
export type TransitionName = keyof typeof transitions;

/** Durations count from the database's clock at the moment of the write. */
export type TargetChange = {
  changes: Partial<PostTargetRow>;
  dueInMs?: number;
  /** Limits the due time to the moment at which Herald gives up. */
  isBounded?: boolean;
  /** From then on, absence on the platform proves that nothing was published. */
  settleInMs?: number;
  isReleased: boolean;
  isSentNow?: boolean;
  leaseMs?: number;
};

/** Throws on a transition that the table forbids, so that a bug never reaches the platform. */
function move(name: TransitionName, target: PostTargetRow, change: TargetChange): TargetChange {
  const from = targetState(target);
  const to = targetState({ ...target, ...change.changes });
  const { from: sources, to: results }: Transition = transitions[name];
  if (sources.includes(from) && (results === 'same' ? to === from : results.includes(to))) return change;
  throw new Error(`a target cannot ${name} from ${from} to ${to}`);
}

const ended = { stage: null, dueAt: null, waiting: null } as const;

/** `claimTargets` does the same in SQL. */
export function claimedState({ status, stage, sentAt }: PostTargetRow): Pick<PostTargetRow, 'status' | 'stage'> {
  if (status === 'published') return { status, stage: null };
  return { status: 'publishing', stage: stage ?? (sentAt === null ? 'claimed' : 'reconciling') };
}

export function mayBeLive(target: Pick<PostTargetRow, 'status' | 'stage'>): boolean {
  return ['published', 'sending', 'reconciling', 'accepted'].includes(targetState(target));
}

/** Keeps what is needed to look up a post that may be live: after an unknown outcome, or one that took too long to process. */
export function placeTarget(target: PostTargetRow, placement: TargetPlacement): Partial<PostTargetRow> {
  const { errorCode, publishState, publishStateAt, sentAt, settleAfter } = target;
  const isUnknown = errorCode === 'outcomeUnknown';
  const isLate = errorCode === 'container_timeout' && sentAt !== null;
  const trace =
    isUnknown || isLate ? { publishState, publishStateAt, sentAt, settleAfter, isConfirmed: isUnknown } : {};
  const changes = { ...newTargetState, ...trace, ...placement };
  return move('schedule', target, { changes, isReleased: true }).changes;
}

export function markMissed(target: PostTargetRow, outcome: 'hold' | 'skip'): Partial<PostTargetRow> {
  const status = outcome === 'hold' ? 'draft' : 'canceled';
  return move('miss', target, { changes: { ...newTargetState, status, dueAt: null }, isReleased: true }).changes;
}

type Prepared = { publishState: PublishState; now: Date };

/** `dueInMs`: the platform needs this long before the next step; without it, the worker continues. */
export function markPreparing(
  target: PostTargetRow,
  { dueInMs, ...saved }: Prepared & { dueInMs?: number },
): TargetChange {
  const changes = { stage: 'preparing', ...savePublishState(target, saved) } as const;
  if (dueInMs === undefined) return move('prepare', target, { changes, isReleased: false });
  return move('prepare', target, { changes: { ...changes, waiting: processing }, ...wait(dueInMs) });
}

type Send = Prepared & { warnings: readonly string[]; leaseMs: number; settleMs: number };

/** Committed before the request, so that after a crash the target is known to be possibly live. */
export function markSending(target: PostTargetRow, { warnings, leaseMs, settleMs, ...saved }: Send): TargetChange {
  return move('send', target, {
    changes: {
      stage: 'sending',
      ...savePublishState(target, saved),
      warnings: [...warnings],
      isConfirmed: false,
      sendCount: target.sendCount + 1,
    },
    dueInMs: leaseMs + settleMs,
    settleInMs: leaseMs + settleMs,
    isReleased: false,
    isSentNow: true,
    leaseMs,
  });
}

/** `before` is the target before `markSending`. */
export function revertSend(target: PostTargetRow, before: PostTargetRow): TargetChange {
  const { stage, sentAt, settleAfter, isConfirmed, sendCount } = before;
  const changes = { stage, sentAt, settleAfter, isConfirmed, sendCount, waiting: null };
  return move('revertSend', target, { changes, ...wait(0) });
}

export function markPolling(
  target: PostTargetRow,
  { dueInMs, ...saved }: Prepared & { dueInMs: number },
): TargetChange {
  const changes = { stage: 'polling', ...savePublishState(target, saved), waiting: processing } as const;
  return move('poll', target, { changes, ...wait(dueInMs) });
}

type Doubt = { dueInMs: number; settleInMs: number; waiting: TargetWaiting };

export function markInDoubt(target: PostTargetRow, { dueInMs, settleInMs, waiting }: Doubt): TargetChange {
  return move('doubt', target, { changes: { stage: 'reconciling', waiting }, settleInMs, ...wait(dueInMs) });
}

export function waitForAbsence(target: PostTargetRow, { dueInMs, waiting }: Wait): TargetChange {
  // Absence proves nothing before then, even if Herald would give up earlier.
  const due = { ...wait(dueInMs), isBounded: false };
  return move('waitForAbsence', target, { changes: { stage: 'reconciling', waiting }, ...due });
}

export function lookUpLater(target: PostTargetRow, { dueInMs, waiting }: Wait): TargetChange {
  const changes = { settleCount: target.settleCount + 1, waiting };
  return move('lookUpLater', target, { changes, ...wait(dueInMs) });
}

type Retry = Wait & { attemptCount: number; giveUpAt: Date | null; isPreparationLost: boolean };

/** Polls again what the platform has accepted; everything else restarts from what was prepared. */
export function retryLater(target: PostTargetRow, retry: Retry): TargetChange {
  const { stage } = target;
  const isPolled = stage === 'polling' && !retry.isPreparationLost;
  // A definite refusal had no effect, so that send does not count.
  const sendCount = stage === 'sending' ? target.sendCount - 1 : target.sendCount;
  const changes = {
    attemptCount: retry.attemptCount,
    giveUpAt: retry.giveUpAt,
    ...(isPolled ? {} : ({ stage: 'preparing', sentAt: null, sendCount } as const)),
    ...(retry.isPreparationLost ? { publishState: null, publishStateAt: null } : {}),
    waiting: retry.waiting,
  };
  return move(isPolled ? 'pollAgain' : 'retry', target, { changes, ...wait(retry.dueInMs), isBounded: false });
}

export function yieldClaim(target: PostTargetRow): TargetChange {
  return move('yield', target, { changes: { waiting: null }, ...wait(0) });
}

type Accepted = { id: string; partIds?: readonly string[] | undefined; warnings?: readonly string[] | undefined };

export function markAccepted(target: PostTargetRow, accepted: Accepted): TargetChange {
  const changes = { stage: 'accepted', ...platformPost(target, accepted) } as const;
  return move('accept', target, { changes, dueInMs: 0, isReleased: false });
}

type Published = Accepted & { url?: string | undefined; now: Date; hasFollowUps: boolean };

/** Follow-ups keep the claim, and are due at once, so that another worker continues if this one dies. */
export function markPublished(target: PostTargetRow, { url, now, hasFollowUps, ...accepted }: Published): TargetChange {
  const changes = {
    ...ended,
    status: 'published',
    ...platformPost(target, accepted),
    platformPostUrl: url ?? null,
    publishedAt: now,
    error: null,
    errorCode: null,
  } as const;
  return move('publish', target, {
    changes,
    ...(hasFollowUps ? { dueInMs: 0, isReleased: false } : { isReleased: true }),
  });
}

type FollowUp = Partial<Pick<PostTargetRow, 'followUps' | 'warnings'>>;

export function saveFollowUps(target: PostTargetRow, changes: FollowUp): TargetChange {
  return move('followUp', target, { changes, isReleased: false });
}

export function followUpLater(
  target: PostTargetRow,
  { dueInMs, ...changes }: FollowUp & { dueInMs: number },
): TargetChange {
  return move('followUp', target, { changes, ...wait(dueInMs), isBounded: false });
}

export function endFollowUps(
  target: PostTargetRow,
  changes: Partial<Pick<PostTargetRow, 'warnings' | 'platformPostUrl'>> = {},
): TargetChange {
  return move('followUp', target, { changes: { ...changes, dueAt: null }, isReleased: true });
}

export function markFailed(target: PostTargetRow, failure: { code: TargetErrorCode; message: string }): TargetChange {
  const changes = { ...ended, status: 'failed', error: failure.message, errorCode: failure.code } as const;
  return move('fail', target, { changes, isReleased: true });
}

export function markCanceled(target: PostTargetRow): TargetChange {
  return move('cancel', target, { changes: { ...newTargetState, status: 'canceled', dueAt: null }, isReleased: true });
}

export function markUnpublished(target: PostTargetRow): Partial<PostTargetRow> {
  return move('unpublish', target, { changes: { ...ended, ...releasedClaim, status: 'canceled' }, isReleased: true })
    .changes;
}

type Wait = { dueInMs: number; waiting: TargetWaiting };

export const processing: TargetWaiting = { reason: 'The platform is processing the post', code: 'container_timeout' };

function wait(dueInMs: number) {
  return { dueInMs, isBounded: true, isReleased: true };
}

/** `pollCount` is ignored, because only progress changes `publishStateAt`. */
function savePublishState(target: PostTargetRow, { publishState, now }: Prepared): Partial<PostTargetRow> {
  const comparable = (one: PublishState | null): string =>
    JSON.stringify(one, (key, value: unknown) => (key === 'pollCount' ? undefined : value));
  return {
    publishState,
    ...(comparable(target.publishState) === comparable(publishState) ? {} : { publishStateAt: now }),
  };
}

function platformPost(target: PostTargetRow, { id, partIds, warnings = [] }: Accepted): Partial<PostTargetRow> {
  return {
    platformPostId: id,
    partIds: partIds === undefined ? null : [...partIds],
    warnings: [...target.warnings, ...warnings],
  };
}
