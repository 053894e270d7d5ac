import type { Post, PostTarget } from '../../../schemas/post.ts';
import type { Ctx } from '../../context.ts';
import { mediaUrl } from '../../media/media-urls.ts';
import type { ListedTarget, StoredPost } from './post.ts';
import { threadKey, threadOf } from './thread.ts';

type ListedPost = Omit<StoredPost, 'targets'> & { targets: readonly ListedTarget[] };

export function postView(ctx: Pick<Ctx, 'site'>, post: ListedPost): Post {
  return {
    _id: post.id,
    title: post.title,
    content: post.content,
    status: post.status,
    scheduledFor: post.scheduledFor?.toISOString() ?? null,
    timezone: post.timezone,
    queueId: post.queueId,
    platforms: post.targets.map((target) => targetView(ctx, target)),
    mediaItems: mediaView(ctx, post.media),
    tags: post.tags,
    hashtags: post.hashtags,
    mentions: post.mentions,
    metadata: post.metadata,
    lateness: { maxMinutes: post.lateMinutesMax, otherwise: post.lateOtherwise },
    createdAt: post.createdAt.toISOString(),
    updatedAt: post.updatedAt.toISOString(),
    publishedAt: post.publishedAt?.toISOString() ?? null,
  };
}

function mediaView(ctx: Pick<Ctx, 'site'>, media: StoredPost['media']): Post['mediaItems'] {
  return media.map(({ key, type, title }) => ({
    url: mediaUrl(ctx, key),
    type,
    title: title === '' ? null : title,
  }));
}

export function targetView(ctx: Pick<Ctx, 'site'>, target: ListedTarget): PostTarget {
  return {
    platform: target.platform,
    accountId: {
      _id: target.accountId,
      platform: target.platform,
      username: target.username,
      displayName: target.displayName,
      isActive: target.isActive,
    },
    status: target.status,
    ...(target.status === 'published' ? publishedView(target) : {}),
    ...(target.status === 'failed' ? failedView(target) : {}),
    ...(target.status === 'publishing' ? waitingView(target) : {}),
    ...(target.customContent === null ? {} : { customContent: target.customContent }),
    ...(target.settings === null ? {} : { settings: settingsView(ctx, target.settings) }),
    ...(target.warnings.length === 0 ? {} : { warnings: target.warnings }),
  };
}

function settingsView(
  ctx: Pick<Ctx, 'site'>,
  settings: Readonly<Record<string, unknown>>,
): Readonly<Record<string, unknown>> {
  const thread = threadOf(settings);
  if (thread.length === 0) return settings;
  return {
    ...settings,
    [threadKey]: thread.map(({ content, media }) => ({ content, mediaItems: mediaView(ctx, media) })),
  };
}

function publishedView(target: ListedTarget): Partial<PostTarget> {
  return {
    ...(target.platformPostId === null ? {} : { platformPostId: target.platformPostId }),
    ...(target.platformPostUrl === null ? {} : { platformPostUrl: target.platformPostUrl }),
    ...(target.publishedAt === null ? {} : { publishedAt: target.publishedAt.toISOString() }),
  };
}

/** Empty while a worker has claimed the target. */
function waitingView({ waiting, dueAt, claimToken }: ListedTarget): Partial<PostTarget> {
  if (waiting === null || dueAt === null || claimToken !== null) return {};
  return { waiting: { reason: waiting.reason, nextAttemptAt: dueAt.toISOString() } };
}

function failedView({ error, errorCode }: ListedTarget): Partial<PostTarget> {
  return { ...(error === null ? {} : { error }), ...(errorCode === null ? {} : { errorCode }) };
}
