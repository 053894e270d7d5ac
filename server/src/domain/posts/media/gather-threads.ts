import { AppError } from '../../../kernel/errors.ts';
import type { ThreadItemInput } from '../../../platforms/adapter.ts';
import type { Ctx } from '../../context.ts';
import type { TargetDraft } from '../request/find-targets.ts';
import { gatherMedia } from './gather-media.ts';
import { threadKey, type StoredThreadItem } from '../model/thread.ts';

export async function gatherThreads(
  ctx: Ctx,
  targets: readonly TargetDraft[],
  timeoutMs: number,
): Promise<TargetDraft[]> {
  const untilMs = performance.now() + timeoutMs;
  const gathered: TargetDraft[] = [];
  for (const target of targets) {
    const items = threadInputOf(target);
    if (items === undefined) {
      gathered.push(target);
      continue;
    }
    const stored: StoredThreadItem[] = [];
    for (const [index, { content = '', mediaItems = [] }] of items.entries()) {
      const fieldPath = `${threadPathOf(target)}[${index}].mediaItems`;
      stored.push({
        content,
        media: await gatherMedia(ctx, mediaItems, { fieldPath, timeoutMs: untilMs - performance.now() }),
      });
    }
    gathered.push({ ...target, settings: { ...target.settings, [threadKey]: stored } });
  }
  return gathered;
}

export function threadInputOf(target: TargetDraft): readonly ThreadItemInput[] | undefined {
  const input = target.settings?.[threadKey];
  const isEmpty = input === undefined || (Array.isArray(input) && input.length === 0);
  const read = isEmpty ? undefined : target.platform.adapter.publish.thread?.read(input);
  if (read?.kind !== 'wrong') return read?.items;
  const param = threadPathOf(target);
  throw new AppError('validation', `${param}${read.message}`, { param });
}

export function threadPathOf({ index }: TargetDraft): string {
  return `platforms[${index}].settings.${threadKey}`;
}
