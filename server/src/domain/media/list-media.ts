import { AppError } from '../../kernel/errors.ts';
import type { Media, MediaList, MediaQuery } from '../../schemas/media.ts';
import { scopeOf } from '../access.ts';
import type { Ctx } from '../context.ts';
import { selectMedia, type ListedMedia } from './media-list-store.ts';
import { mediaUrl } from './media-urls.ts';

const postIdsMax = 20;

export async function listMedia(ctx: Ctx, query: MediaQuery): Promise<MediaList> {
  const scope = scopeOf(ctx.caller);
  const { type = null, unused: isUnused = null, limit } = query;
  const binding = JSON.stringify(['media', scope.ownerId, type, isUnused]);
  const after = readCursor(ctx, query.cursor, binding);
  const includesPending = ctx.storage.presignPut !== undefined;
  const page = { type, isUnused, after, includesPending, postIdsMax, limit: limit + 1 };
  const rows = await selectMedia(ctx.db, scope, page);
  const shown = rows.slice(0, limit);
  const last = rows.length > limit ? shown.at(-1) : undefined;
  return {
    media: shown.map((row) => mediaView(ctx, row)),
    pagination: {
      hasMore: last !== undefined,
      nextCursor: last === undefined ? null : ctx.cursors.write([last.createdAt.toISOString(), last.key], binding),
    },
  };
}

function readCursor(ctx: Ctx, cursor: string | undefined, binding: string) {
  if (cursor === undefined) return undefined;
  const [createdAt, key] = ctx.cursors.read(cursor, binding) ?? [];
  if (createdAt === undefined || key === undefined) throw new AppError('invalidCursor', 'Invalid cursor');
  return { createdAt, key };
}

function mediaView(ctx: Pick<Ctx, 'site'>, row: ListedMedia): Media {
  const sizeBytes = row.sizeBytes ?? row.declaredBytes;
  return {
    key: row.key,
    url: mediaUrl(ctx, row.key),
    type: row.type,
    contentType: row.contentType,
    size: sizeBytes === null ? null : Number(sizeBytes),
    width: row.width,
    height: row.height,
    durationMs: row.durationMs === null ? null : Number(row.durationMs),
    // Posts have alternative texts, files do not.
    altText: null,
    createdAt: row.createdAt.toISOString(),
    expiresAt: row.expiresAt?.toISOString() ?? null,
    postCount: row.postCount,
    postIds: row.postIds,
  };
}
