import type { PostTargetRow } from '../../../db/post-rows.ts';
import { scopeOf } from '../../access.ts';
import type { Ctx } from '../../context.ts';
import { updateHeld, type TargetChange } from './held-target-store.ts';
import type { Sending } from './sending.ts';

/** One thing that comes after a post. `sending` is written before the request: found again so, it is not repeated. */
type Part = { name: string; state: 'waiting' | 'sending' | 'done' | 'failed'; id?: string };
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
    if (part.state === 'done') continue;
    const isDoubtful = part.state !== 'waiting';
    const isGoing = !isDoubtful && (await write(replaced(progress, index, { ...part, state: 'sending' })));
    if (!isDoubtful && !isGoing) return;
    const warning = isDoubtful ? `${part.name}: not known whether it went out` : await send(following, progress, index);
    if (typeof warning === 'object') {
      if (!(await write(replaced(progress, index, { ...part, state: 'done', id: warning.id })))) return;
      continue;
    }
    await write(replaced(progress, index, { ...part, state: 'failed' }), { warnings: [...target.warnings, warning] });
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

async function send(
  { call, publish, networked, publishedId }: Following,
  { parts }: Progress,
  index: number,
): Promise<string | { id: string }> {
  const part = parts[index];
  if (publish.followUps === undefined || part === undefined) return 'nothing to follow up with';
  const previousId = parts.slice(0, index).findLast(({ id }) => id !== undefined)?.id ?? publishedId;
  const place = { name: part.name, postId: publishedId, previousId };
  const outcome = await publish.followUps.send(call, networked, place);
  if (outcome.kind === 'published') return { id: outcome.id };
  const reason = 'message' in outcome ? outcome.message : 'reason' in outcome ? outcome.reason : outcome.kind;
  return `${part.name}: ${reason}`;
}

function replaced({ parts }: Progress, index: number, part: Part): Progress {
  return { parts: parts.map((one, at) => (at === index ? part : one)) };
}

function readProgress(stored: PostTargetRow['follow_ups']): Progress | undefined {
  return stored === null ? undefined : (stored as Progress);
}
