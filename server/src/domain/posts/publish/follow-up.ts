import type { PostTargetRow } from '../../../db/post-rows.ts';
import { scopeOf } from '../../access.ts';
import type { FollowUpPosition } from '../../../platforms/adapter.ts';
import type { Ctx } from '../../context.ts';
import { within } from '../../../kernel/time/clock.ts';
import { endFollowUps, followUpLater, saveFollowUps } from '../model/target-state.ts';
import { linkedTarget } from './end-target.ts';
import { followOne, type Part } from './follow-one.ts';
import { updateHeld } from '../store/held-target-store.ts';
import type { Sending } from './sending.ts';
import { waitTarget } from './wait-target.ts';

type Progress = {
  parts: readonly Part[];
  linkTries?: number;
};

type Following = Sending & { publishedId: string };

const linkTriesMax = 3;

export function hasFollowUps(
  { publish, platformPost }: Pick<Sending, 'publish' | 'platformPost'>,
  url: string | undefined,
): boolean {
  const isUnnamed = publish.permalink !== undefined && url === undefined;
  return isUnnamed || (publish.followUps?.list(platformPost).length ?? 0) > 0;
}

/** Nothing here fails the post. */
export async function followUp(ctx: Ctx, following: Following): Promise<void> {
  const { publish, platformPost } = following;
  const progress = readProgress(following.target.followUps) ?? {
    parts: (publish.followUps?.list(platformPost) ?? []).map((name) => ({ name, state: 'waiting' })),
  };
  const followed = await followParts(ctx, following, progress);
  if (followed !== undefined) await findLink(ctx, { ...following, target: followed.target }, followed.progress);
}

type Followed = { target: PostTargetRow; progress: Progress };

/** Returns undefined when the target has to wait, or when another worker has it. */
async function followParts(ctx: Ctx, following: Following, begun: Progress): Promise<Followed | undefined> {
  const { publish, lease } = following;
  let [target, progress] = [following.target, begun];
  const write = async (next: Progress, changes: { warnings?: string[] } = {}): Promise<boolean> => {
    progress = next;
    const change = saveFollowUps(target, { ...changes, followUps: next });
    const row = await updateHeld(ctx.db, scopeOf(ctx.caller), target, change);
    if (row !== undefined) target = row;
    return row !== undefined;
  };
  for (const [index, part] of progress.parts.entries()) {
    if (publish.followUps === undefined || part.state === 'failed') break;
    if (lease.isStopping()) return void (await waitTarget(ctx, target, followUpLater(target, { dueInMs: 0 })));
    const keep = (changed: Part): Promise<boolean> => write(replaced(progress, index, changed));
    const position = positionOf(progress, index, following.publishedId);
    const end = await followOne(ctx, { ...following, followUps: publish.followUps, part, position, keep });
    if (end === 'done') continue;
    if (end === 'lost') return undefined;
    if (end.kind === 'wait')
      return void (await waitTarget(ctx, target, followUpLater(target, { dueInMs: end.afterMs })));
    const warnings = [...target.warnings, end.warning];
    await write(replaced(progress, index, { ...part, state: 'failed' }), { warnings });
    break;
  }
  return { target, progress };
}

async function findLink(ctx: Ctx, following: Following, progress: Progress): Promise<void> {
  const { publish, target } = following;
  const { linkTries = 0 } = progress;
  const isMissing = publish.permalink !== undefined && target.platformPostUrl === null;
  const url = isMissing && linkTries > 0 ? await readLink(ctx, following, following.publishedId) : undefined;
  if (url !== undefined) return await linkedTarget(ctx, target, url);
  const waitMs = isMissing ? ctx.timing.permalinkRetryMs[linkTries] : undefined;
  if (waitMs !== undefined) {
    const followUps = { ...progress, linkTries: linkTries + 1 };
    return await waitTarget(ctx, target, followUpLater(target, { dueInMs: waitMs, followUps }));
  }
  if (isMissing) ctx.log.info({ postId: target.postId }, 'a platform did not return the permalink of a post');
  await updateHeld(ctx.db, scopeOf(ctx.caller), target, endFollowUps(target));
}

export async function dropFollowUps(ctx: Ctx, target: PostTargetRow, reason: string): Promise<void> {
  const warnings = [...target.warnings, `The follow-ups of the post were not published: ${reason}`];
  await updateHeld(ctx.db, scopeOf(ctx.caller), target, endFollowUps(target, { warnings }));
}

/** Stays within the time that a client of publish-now waits. */
export async function readLink(
  ctx: Ctx,
  { call, publish }: Pick<Sending, 'call' | 'publish'>,
  publishedId: string,
): Promise<string | undefined> {
  const read = async (): Promise<string | undefined> => {
    for (let attempt = 1; attempt <= linkTriesMax; attempt += 1) {
      const url = await publish.permalink?.(call, publishedId);
      if (url !== undefined) return url;
    }
    return undefined;
  };
  return await within(ctx.clock, ctx.timing.permalinkMs, read());
}

function positionOf({ parts }: Progress, index: number, publishedId: string): FollowUpPosition {
  const previousId = parts.slice(0, index).findLast(({ id }) => id !== undefined)?.id ?? publishedId;
  return { name: parts[index]?.name ?? '', index, postId: publishedId, previousId };
}

function replaced({ parts }: Progress, index: number, part: Part): Progress {
  return { parts: parts.map((one, at) => (at === index ? part : one)) };
}

function readProgress(stored: PostTargetRow['followUps']): Progress | undefined {
  return stored === null ? undefined : (stored as Progress);
}
