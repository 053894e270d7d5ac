import type { MediaRule, Media, Post } from '../../../platforms/adapter.ts';
import type { Platform } from '../../../platforms/platforms.ts';
import { AppError } from '../../../kernel/errors.ts';
import type { PostMediaItem, PostRow, PostTargetRow } from '../../../db/post-rows.ts';
import type { Ctx } from '../../context.ts';
import { fitMedia } from '../../media/fit-media.ts';
import { openMedia } from '../../media/open-media.ts';
import { requireFile } from '../../media/require-file.ts';
import { preflight } from '../preflight.ts';

type Networked = {
  post: Post;
  /** What was changed to make it fit. */
  warnings: string[];
  /** Why it must not go out. */
  fault?: { code: 'validation' | 'mediaUnavailable'; message: string };
};

/** The post as one network gets it, checked once more: with files that are there, in a form that the network takes. */
export async function networkPost(
  ctx: Ctx,
  post: PostRow,
  { platform, target }: { platform: Platform; target: PostTargetRow },
): Promise<Networked> {
  const { adapter } = platform;
  const { position: index, custom_content: customContent, settings, account_id: accountId } = target;
  const place = { index, accountId, adapter, customContent, settings };
  const { draft, issues } = preflight(place, { content: post, media: post.media }, ctx.imaging.mends);
  const fault = issues.find(({ severity }) => severity === 'error');
  const unfit = (code: 'validation' | 'mediaUnavailable', message: string): Networked => {
    const media = post.media.map((item) => openMedia(ctx, item));
    return { post: { ...draft, media }, warnings: [], fault: { code, message } };
  };
  if (fault !== undefined) return unfit('validation', fault.message);
  const limits = adapter.publish.limitsOf?.(draft) ?? adapter.publish.limits;
  const media: Media[] = [];
  const warnings: string[] = [];
  try {
    for (const [index, item] of post.media.entries()) {
      await requireFile(ctx, item);
      const rule = limits.media.rules.find(({ type }) => type === item.type);
      const fitted = await fit(ctx, item, rule);
      if (fitted.kind === 'misfit') return unfit('validation', fitted.reason);
      media.push(openMedia(ctx, fitted.item));
      if (fitted.changes.length > 0) warnings.push(`mediaItems[${index}]: ${fitted.changes.join(', ')}`);
    }
  } catch (error) {
    if (!(error instanceof AppError) || error.code !== 'mediaUnavailable') throw error;
    return unfit('mediaUnavailable', error.message);
  }
  return { post: { ...draft, media }, warnings };
}

async function fit(ctx: Ctx, item: PostMediaItem, rule: MediaRule | undefined) {
  if (rule === undefined) return { kind: 'fits', item, changes: [] } as const;
  return await fitMedia(ctx, item, rule);
}
