import type { PostMediaItem } from '../../../db/post-rows.ts';
import type { CreatePost, UpdatePost } from '../../../schemas/post.ts';
import type { Ctx } from '../../context.ts';
import { checkPostAllowance } from '../../plans/check-post-allowance.ts';
import { isCounted } from '../../plans/counted.ts';
import type { StoredQueue } from '../../queues/queue.ts';
import { requireSlots } from '../../queues/require-slots.ts';
import { fetchFiles } from '../media/fetch-files.ts';
import type { Files, FileSource, HashedFacts } from '../media/file-source.ts';
import { isGuessed } from '../media/inspect-files.ts';
import type { StoredPost } from '../model/post.ts';
import { isUnsent } from '../model/target-state.ts';
import { resolveTargets } from '../replace-targets.ts';
import { allowanceChanges, mayUseAllowance, statusAfter } from '../rules/allowance-changes.ts';
import { findIssues, requireConnected } from '../rules/check-post.ts';
import { throwProblems, type Problems } from '../rules/problems.ts';
import { requireLead } from '../rules/require-lead.ts';
import { findTargets, requireTargets, type TargetDraft } from './find-targets.ts';
import { findPostQueue, previewPlacement } from './place-post.ts';
import { readContent, type PostContent } from './read-content.ts';
import { readMode, requireMode, type Mode } from './read-mode.ts';

type Composed<Media> = {
  mode: Mode | undefined;
  content: PostContent | undefined;
  targets: readonly TargetDraft[];
  media: readonly Media[];
  queue: StoredQueue | undefined;
  /** Null for drafts; undefined if neither reported nor counted. */
  dueAt: Date | null | undefined;
};

export type ComposedPost<Media> = Composed<Media> & { mode: Mode; content: PostContent };

export function isComplete<Media>(composed: Composed<Media>): composed is ComposedPost<Media> {
  return composed.mode !== undefined && composed.content !== undefined;
}

type Composition<Media> = {
  problems: Problems;
  files: FileSource<Media>;
  lookUps?: Partial<LookUps>;
  checksAllowance?: boolean;
  /** Settings only: their other rules apply once they are scheduled. */
  checksDrafts?: boolean;
};

type LookUps = {
  findTargets(platforms: NonNullable<CreatePost['platforms']>): Promise<TargetDraft[]>;
  findQueue(mode: Extract<Mode, { kind: 'queue' }>): Promise<StoredQueue | undefined>;
  nextSlot(queue: StoredQueue): Promise<Date | undefined>;
};

/** Creating, validating and bulk upload share these rules and their order. The caller checks duplicates. */
export async function composePost<Media extends HashedFacts>(
  ctx: Ctx,
  input: CreatePost,
  composition: Composition<Media>,
): Promise<Composed<Media>> {
  const { problems } = composition;
  const lookUps = { ...lookUpsOf(ctx), ...composition.lookUps };
  const mode = await problems.attempt('mode', () => requireMode(input));
  const content = await problems.attempt('schema', () => readContent(input));
  const named = (await problems.attempt('account', () => lookUps.findTargets(input.platforms ?? []))) ?? [];
  const isDraft = mode?.kind === 'draft';
  if (!isDraft) await problems.attempt('schema', () => requireTargets(input.platforms ?? []));
  const now = named[0]?.account.now ?? ctx.clock.now();
  const queue = mode && (await findQueue({ mode, now }, { problems, lookUps }));
  if (!isDraft) await problems.attempt('account', () => requireConnected(named));
  const dueAt = mode && (await findDueTime({ mode, queue, now, named }, { problems, lookUps }));
  if (composition.checksAllowance !== false) {
    await problems.attempt('planAllowance', () => checkAllowance(ctx, named, dueAt));
  }
  const files = await composition.files(ctx, { mediaItems: input.mediaItems ?? [], targets: named }, problems);
  if (content !== undefined) await checkFit(ctx, { isDraft, content, files }, composition);
  return { mode, content, targets: files.targets, media: files.media, queue, dueAt };
}

function lookUpsOf(ctx: Ctx): LookUps {
  return {
    findTargets: (platforms) => findTargets(ctx, platforms),
    findQueue: (mode) => findPostQueue(ctx, mode),
    nextSlot: async (queue) => (await requireSlots(ctx, queue, 1))[0],
  };
}

type Rules = { problems: Problems; lookUps: LookUps };

async function findQueue(
  { mode, now }: { mode: Mode; now: Date },
  { problems, lookUps }: Rules,
): Promise<StoredQueue | undefined> {
  await problems.attempt('leadTime', () => requireLead(mode, now));
  if (mode.kind === 'queue') return await problems.attempt('queue', () => lookUps.findQueue(mode));
  return undefined;
}

type Timing = { mode: Mode; queue: StoredQueue | undefined; now: Date; named: readonly TargetDraft[] };

/** Looks up a slot only where it is reported or counted: it is claimed when the post is stored. */
async function findDueTime(
  { mode, queue, now, named }: Timing,
  { problems, lookUps }: Rules,
): Promise<Composed<never>['dueAt']> {
  if (mode.kind === 'draft') return null;
  if (mode.kind !== 'queue') return mode.kind === 'at' ? mode.scheduledFor : now;
  const isNeeded = problems.isCollecting || isCounted(named.map(({ account }) => account));
  if (queue === undefined || !isNeeded) return undefined;
  return await problems.attempt('queue', () => lookUps.nextSlot(queue));
}

/** Advisory: storing counts again under the owner's lock. */
async function checkAllowance(
  ctx: Ctx,
  targets: readonly TargetDraft[],
  dueAt: Composed<never>['dueAt'],
): Promise<void> {
  if (!(dueAt instanceof Date) || !isCounted(targets.map(({ account }) => account))) return;
  await checkPostAllowance(ctx, [{ dueAt, count: targets.length }]);
}

type Fit<Media> = { isDraft: boolean; content: PostContent; files: Files<Media> };

export async function checkFit<Media extends HashedFacts>(
  ctx: Ctx,
  { isDraft, content, files: { media, targets, unchecked } }: Fit<Media>,
  { problems, checksDrafts = false }: Pick<Composition<Media>, 'problems' | 'checksDrafts'>,
): Promise<void> {
  if (isDraft && !checksDrafts) return;
  const issues = await findIssues(ctx.imaging.conversions, { content, media, targets });
  problems.addIssues(issues.filter((issue) => (!isDraft || issue.rule === 'settings') && !isGuessed(issue, unchecked)));
}

/** Undefined fields stay as they are. */
export type ComposedChange = {
  mode: Mode | undefined;
  targets: readonly TargetDraft[];
  isListed: boolean;
  media: readonly PostMediaItem[] | undefined;
  queue: StoredQueue | undefined;
};

/** Content and platform rules follow under the lock of the post, because they depend on its current state. */
export async function composeChange(ctx: Ctx, post: StoredPost, input: UpdatePost): Promise<ComposedChange> {
  const mode = readMode({ timezone: post.timezone, ...input });
  const named = await resolveTargets(ctx, post, input.platforms);
  if (mode !== undefined) requireLead(mode, named[0]?.account.now);
  const queue = mode && (await findPostQueue(ctx, mode));
  requireConnected(named.filter((target) => isUnsent(statusAfter(post, target, mode))));
  const update = { mode, targets: named, isListed: input.platforms !== undefined };
  if (mayUseAllowance(update)) {
    const now = named[0]?.account.now ?? ctx.clock.now();
    const placement = mode && (await previewPlacement(ctx, { mode, queue, now }));
    await checkPostAllowance(ctx, allowanceChanges(post, update, placement));
  }
  const { targets, media } = await fetchChanged(ctx, input, named);
  return { ...update, targets, media, queue };
}

async function fetchChanged(
  ctx: Ctx,
  { mediaItems, platforms }: UpdatePost,
  named: readonly TargetDraft[],
): Promise<Pick<ComposedChange, 'targets' | 'media'>> {
  const listed = platforms === undefined ? [] : named;
  const { media, targets } = await fetchFiles(ctx, { mediaItems: mediaItems ?? [], targets: listed }, throwProblems);
  return { media: mediaItems && media, targets: platforms === undefined ? named : targets };
}
