import { AppError } from '../../kernel/errors.ts';
import { CreatePost, type PostIssue, type PostValidation } from '../../schemas/post.ts';
import type { Ctx } from '../context.ts';
import { checkPostAllowance } from '../plans/check-post-allowance.ts';
import { isCounted } from '../plans/counted.ts';
import { nextSlot } from '../queues/next-slot.ts';
import { findIssues, requireConnected } from './rules/check-post.ts';
import { askedThread, placeOf } from './media/gather-threads.ts';
import { findTargets, requireTargets, type TargetDraft } from './request/find-targets.ts';
import { contentHash } from './model/content-hash.ts';
import { distinctItems } from './media/gather-media.ts';
import { findNotices } from './request/find-notices.ts';
import { duplicateMessage, findDuplicates } from './rules/guard-duplicates.ts';
import { isGuessed, inspectFile, uncheckedMessage, type InspectedFile } from './media/inspect-file.ts';
import { publishedParts } from './model/published-text.ts';
import { readContent, type PostContent } from './request/read-content.ts';
import { requireMode, type Mode } from './request/read-mode.ts';
import { requireLead } from './rules/require-lead.ts';
import { threadKey } from './model/thread.ts';

type Attempt = <Result>(rule: string, work: () => Result | Promise<Result>) => Promise<Result | undefined>;

/** What creating this post would say, without making, fetching or claiming anything. */
export async function validatePost(
  ctx: Ctx,
  { input, rawBody }: { input: CreatePost; rawBody: Readonly<Record<string, unknown>> },
): Promise<PostValidation> {
  const issues: PostIssue[] = [];
  const attempt: Attempt = async (rule, work) => {
    try {
      return await work();
    } catch (error) {
      if (!(error instanceof AppError)) throw error;
      issues.push(issueOf(rule, error));
      return undefined;
    }
  };
  const mode = await attempt('mode', () => requireMode(input));
  const content = await attempt('schema', () => readContent(input));
  const asked = (await attempt('account', () => findTargets(ctx, input.platforms ?? []))) ?? [];
  const dueAt = mode && (await checkMode(ctx, { mode, targets: asked, attempt }));
  const media = await lookAtMedia(ctx, input.mediaItems ?? [], { place: 'mediaItems', issues });
  const { targets, files } = await lookAtThreads(ctx, asked, { issues, attempt });
  const unchecked = [...media, ...files].filter(({ isChecked }) => !isChecked).map(({ place }) => place);
  if (mode?.kind !== 'draft') {
    await attempt('schema', () => requireTargets(input.platforms ?? []));
    await attempt('account', () => requireConnected(targets));
    if (dueAt !== undefined && isCounted(targets.map(({ account }) => account))) {
      await attempt('planAllowance', () => checkPostAllowance(ctx, [{ dueAt, count: targets.length }]));
    }
    if (content !== undefined) issues.push(...(await checkTargets(ctx, { content, targets, media, unchecked })));
    if (content !== undefined && dueAt !== undefined) {
      issues.push(...(await findRepeated(ctx, { input, dueAt, content, targets, media })));
    }
  }
  issues.push(...findNotices({ schema: CreatePost, rawBody, input, mode, targets: asked }));
  return { valid: !issues.some(({ severity }) => severity === 'error'), issues };
}

/** When it would be due; undefined where no queue has a place for it. */
async function checkMode(
  ctx: Ctx,
  { mode, targets, attempt }: { mode: Mode; targets: readonly TargetDraft[]; attempt: Attempt },
): Promise<Date | undefined> {
  const now = targets[0]?.account.now ?? ctx.clock.now();
  await attempt('leadTime', () => requireLead(mode, now));
  if (mode.kind !== 'queue') return mode.kind === 'at' ? mode.scheduledFor : now;
  const slot = await attempt('queue', () => nextSlot(ctx, queueOf(mode)));
  return slot && new Date(slot.nextSlot);
}

function queueOf({ profileId, queueId }: Extract<Mode, { kind: 'queue' }>) {
  return { profileId, ...(queueId === undefined ? {} : { queueId }) };
}

export function issueOf(rule: string, { message, details: { param = null } }: AppError): PostIssue {
  return { rule, severity: 'error', platform: null, accountId: null, field: param, message };
}

type Seen = Extract<InspectedFile, { kind: 'known' }> & { place: string };

async function lookAtMedia(
  ctx: Ctx,
  asked: NonNullable<CreatePost['mediaItems']>,
  { place, issues }: { place: string; issues: PostIssue[] },
): Promise<Seen[]> {
  const seen: Seen[] = [];
  for (const [at, { item, index }] of distinctItems(asked).entries()) {
    const found = await inspectFile(ctx, item.url);
    const common = { platform: null, accountId: null, field: `${place}[${index}].url` };
    if (found.kind === 'unavailable') {
      issues.push({ ...common, rule: 'schema', severity: 'error', message: found.reason });
      continue;
    }
    if (!found.isChecked) {
      issues.push({ ...common, rule: 'mediaUnchecked', severity: 'warning', message: uncheckedMessage });
    }
    seen.push({ ...found, place: `${place}[${at}]` });
  }
  return seen;
}

/** Their threads as they would be stored, with what is known of the files. */
async function lookAtThreads(
  ctx: Ctx,
  targets: readonly TargetDraft[],
  { issues, attempt }: { issues: PostIssue[]; attempt: Attempt },
): Promise<{ targets: TargetDraft[]; files: Seen[] }> {
  const looked: TargetDraft[] = [];
  const files: Seen[] = [];
  for (const target of targets) {
    const items = await attempt('schema', () => askedThread(target));
    if (items === undefined) {
      // None is wanted, or it is reported already and the other rules are applied without it.
      looked.push({ ...target, settings: { ...target.settings, [threadKey]: [] } });
      continue;
    }
    const stored: object[] = [];
    for (const [index, { content = '', mediaItems = [] }] of items.entries()) {
      const place = `${placeOf(target)}[${index}].mediaItems`;
      const media = await lookAtMedia(ctx, mediaItems, { place, issues });
      files.push(...media);
      stored.push({ content, media: media.map(({ facts, checksum }) => ({ ...facts, checksum })) });
    }
    looked.push({ ...target, settings: { ...target.settings, [threadKey]: stored } });
  }
  return { targets: looked, files };
}

type Checked = {
  content: PostContent;
  targets: readonly TargetDraft[];
  media: readonly Seen[];
  unchecked: readonly string[];
};

async function checkTargets(ctx: Ctx, { content, targets, media, unchecked }: Checked): Promise<PostIssue[]> {
  const facts = media.map((item) => item.facts);
  const issues = await findIssues(ctx.imaging.mends, { content, targets, media: facts });
  return issues.filter((issue) => !isGuessed(issue, unchecked));
}

type Repeated = {
  input: CreatePost;
  dueAt: Date;
  content: PostContent;
  targets: readonly TargetDraft[];
  media: readonly Seen[];
};

async function findRepeated(ctx: Ctx, { input, dueAt, content, targets, media }: Repeated): Promise<PostIssue[]> {
  if (input.allowDuplicate ?? ctx.limits.allowsDuplicates) return [];
  const candidates = targets.map(({ account, customContent, settings }) => ({
    postId: '',
    accountId: account.id,
    fingerprint: contentHash(publishedParts(content, { customContent, settings, media })),
    dueAt,
  }));
  const [found] = await findDuplicates(ctx, candidates);
  if (found === undefined) return [];
  const platform = targets.find(({ account }) => account.id === found.accountId)?.account.platform ?? null;
  const place = { platform, accountId: found.accountId, field: null };
  return [{ ...place, rule: 'duplicateContent', severity: 'error', message: duplicateMessage }];
}
