import { violates } from '../../../db/failure.ts';
import { uploadTypes, type PresignUpload, type PresignedUpload } from '../../../schemas/media.ts';
import type { Ctx } from '../../context.ts';
import { requireProfile } from '../../profiles/require-profile.ts';
import { ticketMs, unattachedMs } from '../limits.ts';
import { profileKey } from '../media-store.ts';
import { mediaUrl, uploadUrl } from '../media-urls.ts';
import { newMediaKey } from './new-media-key.ts';
import { remainingQuota, withinQuota } from '../space/quota.ts';
import { requireSpace } from '../space/require-space.ts';
import { reserveMedia } from './reserve-media.ts';

const ticketSeconds = ticketMs / 1000;

export async function presignUpload(ctx: Ctx, input: PresignUpload): Promise<PresignedUpload> {
  if (input.profileId !== undefined) await requireProfile(ctx, input.profileId);
  await requireSpace(ctx);
  const { contentType, type, extension } = uploadTypes[input.contentType];
  const key = await newMediaKey(ctx, extension);
  const { filename, profileId, size: sizeBytes } = input;
  const reservation = { key, kind: 'presigned', filename, contentType, type } as const;
  if (sizeBytes === undefined) await remainingQuota(ctx);
  await withinQuota(ctx, { key, sizeBytes: sizeBytes ?? 0 }, ({ db }) =>
    reserveMedia({ ...ctx, db }, { ...reservation, profileId, sizeBytes, keptMs: unattachedMs }),
  ).catch(async (error: unknown) => {
    if (profileId !== undefined && violates(error, profileKey)) await requireProfile(ctx, profileId);
    throw error;
  });
  const request = { contentType: input.contentType, sizeBytes, expiresInSeconds: ticketSeconds };
  const stored = await ctx.storage.presignPut?.(key, request);
  const expiresAt = new Date(ctx.clock.now().getTime() + ticketSeconds * 1000);
  return {
    uploadUrl: stored ?? uploadUrl(ctx, { key, ...request, expiresAt }),
    publicUrl: mediaUrl(ctx, key),
    key,
    type,
  };
}
