import { AppError } from '../../../kernel/errors.ts';
import type { AskedItem } from '../../../platforms/adapter.ts';
import type { Ctx } from '../../context.ts';
import type { TargetDraft } from '../request/find-targets.ts';
import { gatherMedia } from './gather-media.ts';
import { threadKey, type StoredThreadItem } from '../model/thread.ts';

/** Replaces the URLs in threads by stored files. */
export async function gatherThreads(
  ctx: Ctx,
  targets: readonly TargetDraft[],
  timeoutMs: number,
): Promise<TargetDraft[]> {
  const untilMs = performance.now() + timeoutMs;
  const gathered: TargetDraft[] = [];
  for (const target of targets) {
    const items = askedThread(target);
    if (items === undefined) {
      gathered.push(target);
      continue;
    }
    const stored: StoredThreadItem[] = [];
    for (const [index, { content = '', mediaItems = [] }] of items.entries()) {
      const place = `${placeOf(target)}[${index}].mediaItems`;
      stored.push({
        content,
        media: await gatherMedia(ctx, mediaItems, { place, timeoutMs: untilMs - performance.now() }),
      });
    }
    gathered.push({ ...target, settings: { ...target.settings, [threadKey]: stored } });
  }
  return gathered;
}

/** Returns undefined where the platform has no threads, or the request has none. */
export function askedThread(target: TargetDraft): readonly AskedItem[] | undefined {
  const asked = target.settings?.[threadKey];
  const isEmpty = asked === undefined || (Array.isArray(asked) && asked.length === 0);
  const read = isEmpty ? undefined : target.platform.adapter.publish.thread?.read(asked);
  if (read?.kind !== 'wrong') return read?.items;
  const param = placeOf(target);
  throw new AppError('validation', `${param}${read.message}`, { param });
}

export function placeOf({ index }: TargetDraft): string {
  return `platforms[${index}].settings.${threadKey}`;
}
