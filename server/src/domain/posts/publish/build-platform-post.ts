import type { Limits, Media, Post, ThreadPart } from '../../../platforms/adapter.ts';
import type { Platform } from '../../../platforms/platforms.ts';
import { AppError } from '../../../kernel/errors.ts';
import type { PostMediaItem, PostRow, PostTargetRow } from '../../../db/post-rows.ts';
import type { Ctx } from '../../context.ts';
import { fitMedia } from '../../media/fit-media.ts';
import { openMedia } from '../../media/open-media.ts';
import { requireFile } from '../../media/require-file.ts';
import { preflight } from '../rules/preflight.ts';
import { publishedParts } from '../model/published-text.ts';
import { threadKey, threadOf } from '../model/thread.ts';

type BuiltPost = {
  post: Post;
  warnings: string[];
  fault?: { code: 'validation' | 'mediaUnavailable'; message: string };
};

export async function buildPlatformPost(
  ctx: Ctx,
  post: PostRow,
  { platform, target, boardId }: { platform: Platform; target: PostTargetRow; boardId: string | null },
): Promise<BuiltPost> {
  const { adapter } = platform;
  const { position: index, customContent, settings, accountId } = target;
  const checkedTarget = { index, accountId, adapter, customContent, settings, boardId };
  const { draft, issues } = preflight(checkedTarget, { content: post, media: post.media }, ctx.imaging.conversions);
  const fault = issues.find(({ severity }) => severity === 'error');
  const parts = publishedParts(post, { customContent, settings, media: post.media });
  const unfit = (code: 'validation' | 'mediaUnavailable', message: string): BuiltPost => {
    const open = (items: readonly PostMediaItem[]): Media[] => items.map((item) => openMedia(ctx, item));
    const thread = parts.thread.map(({ text, media }) => ({ text, media: open(media) }));
    return { post: { ...draft, media: open(parts.media), thread }, warnings: [], fault: { code, message } };
  };
  if (fault !== undefined) return unfit('validation', fault.message);
  const limits = adapter.publish.limitsOf?.(draft) ?? adapter.publish.limits;
  const warnings: string[] = [];
  try {
    const isThread = threadOf(settings).length > 0;
    const fieldPath = isThread ? `${threadKey}[0].mediaItems` : 'mediaItems';
    const media = await fitAll(ctx, parts.media, { limits, fieldPath, warnings });
    const thread: ThreadPart[] = [];
    for (const [index, { text, media }] of parts.thread.entries()) {
      const fieldPath = `${threadKey}[${index + 1}].mediaItems`;
      const fitted = await fitAll(ctx, media, {
        limits: adapter.publish.thread?.limits ?? limits,
        fieldPath,
        warnings,
      });
      thread.push({ text, media: fitted });
    }
    return { post: { ...draft, media, thread }, warnings };
  } catch (error) {
    if (!(error instanceof AppError)) throw error;
    if (error.code !== 'mediaUnavailable' && error.code !== 'validation') throw error;
    return unfit(error.code, error.message);
  }
}

type Fitting = { limits: Limits; fieldPath: string; warnings: string[] };

async function fitAll(
  ctx: Ctx,
  items: readonly PostMediaItem[],
  { limits, fieldPath, warnings }: Fitting,
): Promise<Media[]> {
  const media: Media[] = [];
  for (const [index, item] of items.entries()) {
    await requireFile(ctx, item);
    const rule = limits.media.rules.find(({ type }) => type === item.type);
    const fitted =
      rule === undefined ? ({ kind: 'fits', item, changes: [] } as const) : await fitMedia(ctx, item, rule);
    if (fitted.kind === 'misfit') throw new AppError('validation', fitted.reason);
    media.push(openMedia(ctx, fitted.item));
    if (fitted.changes.length > 0) warnings.push(`${fieldPath}[${index}]: ${fitted.changes.join(', ')}`);
  }
  return media;
}
