import type { PostTargetRow } from '../../../db/post-rows.ts';
import { scopeOf } from '../../access.ts';
import type { FollowUpPlace } from '../../../platforms/adapter.ts';
import type { Ctx } from '../../context.ts';
import { followOne, type Part } from './follow-one.ts';
import { updateHeld, type TargetChange } from './held-target-store.ts';
import type { Sending } from './sending.ts';
import { waitTarget } from './wait-target.ts';

type Progress = { parts: readonly Part[] };

type Following = Sending & { publishedId: string };

const triesMax = 3;

/** Whether anything comes after the post. */
export function hasFollowUps({ publish, networked }: Pick<Sending, 'publish' | 'networked'>, url?: string): boolean {
  const isUnnamed = publish.permalink !== undefined && url === undefined;
  return isUnnamed || (publish.followUps?.list(networked).length ?? 0) > 0;
}

/** What comes after the post: its address, a first comment, the rest of a thread. Nothing here fails the post. */
export async function followUp(ctx: Ctx, following: Following): Promise<void> {
  const { publish, networked } = following;
  let target = following.target;
  let progress = readProgress(target.follow_ups) ?? {
    parts: (publish.followUps?.list(networked) ?? []).map((name) => ({ name, state: 'waiting' })),
  };
  const write = async (next: Progress, change: Partial<TargetChange['changes']> = {}): Promise<boolean> => {
    progress = next;
    const changes = { ...change, follow_ups: next };
    const row = await updateHeld(ctx.db, scopeOf(ctx.caller), target, { changes, isReleased: false });
    if (row !== undefined) target = row;
    return row !== undefined;
  };
  await findAddress(ctx, { ...following, target }, (url) => write(progress, { platform_post_url: url }));
  for (const [index, part] of progress.parts.entries()) {
    if (publish.followUps === undefined) break;
    const keep = (changed: Part): Promise<boolean> => write(replaced(progress, index, changed));
    const place = placeOf(progress, index, following.publishedId);
    const end = await followOne(ctx, { ...following, followUps: publish.followUps, part, place, keep });
    if (end === 'done') continue;
    if (end === 'lost') return;
    if (end.kind === 'wait') return await waitTarget(ctx, target, { changes: {}, dueInMs: end.afterMs });
    const warnings = [...target.warnings, end.warning];
    await write(replaced(progress, index, { ...part, state: 'failed' }), { warnings });
    break;
  }
  await updateHeld(ctx.db, scopeOf(ctx.caller), target, { changes: { due_at: null }, isReleased: true });
}

/** Nobody can act for the account any more: the post is out, and the rest is left. */
export async function dropFollowUps(ctx: Ctx, target: PostTargetRow, reason: string): Promise<void> {
  const warnings = [...target.warnings, `What follows the post was left out: ${reason}`];
  await updateHeld(ctx.db, scopeOf(ctx.caller), target, { changes: { due_at: null, warnings }, isReleased: true });
}

/** Some networks name the address only afterwards; asking is harmless. */
async function findAddress(
  ctx: Ctx,
  { call, publish, target, publishedId }: Following,
  keep: (url: string) => Promise<boolean>,
): Promise<void> {
  if (publish.permalink === undefined || target.platform_post_url !== null) return;
  for (let attempt = 1; attempt <= triesMax; attempt += 1) {
    const url = await publish.permalink(call, publishedId);
    if (url !== undefined) return void (await keep(url));
  }
  ctx.log.info({ postId: target.post_id }, 'a network did not name the address of a post');
}

function placeOf({ parts }: Progress, index: number, publishedId: string): FollowUpPlace {
  const previousId = parts.slice(0, index).findLast(({ id }) => id !== undefined)?.id ?? publishedId;
  return { name: parts[index]?.name ?? '', index, postId: publishedId, previousId };
}

function replaced({ parts }: Progress, index: number, part: Part): Progress {
  return { parts: parts.map((one, at) => (at === index ? part : one)) };
}

function readProgress(stored: PostTargetRow['follow_ups']): Progress | undefined {
  return stored === null ? undefined : (stored as Progress);
}
