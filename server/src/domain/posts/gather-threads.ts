import { Compile, type Validator } from 'typebox/compile';
import { AppError } from '../../kernel/errors.ts';
import { ThreadItems } from '../../platforms/shared/thread-items.ts';
import type { Ctx } from '../context.ts';
import type { WantedTarget } from './find-targets.ts';
import { gatherMedia } from './gather-media.ts';
import { threadKey, type StoredThreadItem } from './thread.ts';

/** Targets whose threads name files, with the files in their place. */
export async function gatherThreads(
  ctx: Ctx,
  targets: readonly WantedTarget[],
  timeoutMs: number,
): Promise<WantedTarget[]> {
  const untilMs = performance.now() + timeoutMs;
  const gathered: WantedTarget[] = [];
  for (const target of targets) {
    const items = askedThread(target);
    if (items === undefined) {
      gathered.push(target);
      continue;
    }
    const stored: StoredThreadItem[] = [];
    for (const [index, { content, mediaItems = [] }] of items.entries()) {
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

let validator: Validator | undefined;

/** Undefined where the network has no threads, or none is wanted. */
export function askedThread(target: WantedTarget): ThreadItems | undefined {
  const asked = target.settings?.[threadKey];
  if (target.platform.adapter.publish.thread === undefined || asked === undefined) return undefined;
  validator ??= Compile(ThreadItems);
  if (validator.Check(asked)) return asked as ThreadItems;
  const [first] = validator.Errors(asked);
  const param = placeOf(target);
  throw new AppError('validation', `${param}${first?.instancePath ?? ''} ${first?.message ?? 'is not valid'}`, {
    param,
  });
}

export function placeOf({ index }: WantedTarget): string {
  return `platforms[${index}].settings.${threadKey}`;
}
