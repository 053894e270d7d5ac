import { uploadTypes, type PresignUpload, type PresignedUpload } from '../../schemas/media.ts';
import { scopeOf } from '../access.ts';
import type { Ctx } from '../context.ts';
import { requireProfile } from '../profiles/require-profile.ts';
import { mediaUrl, uploadUrl } from './media-urls.ts';
import { insertMedia } from './media-store.ts';
import { newMediaKey } from './new-media-key.ts';
import { requireSpace } from './require-space.ts';

const ticketSeconds = 15 * 60;
const unattachedMs = 24 * 3_600_000;

/** A place for a file to come. Never attached to a post, it goes after a day. */
export async function presignUpload(ctx: Ctx, input: PresignUpload): Promise<PresignedUpload> {
  if (input.profileId !== undefined) await requireProfile(ctx, input.profileId);
  await requireSpace(ctx);
  const { kept, type, extension } = uploadTypes[input.contentType];
  const key = await newMediaKey(ctx, extension);
  const now = ctx.clock.now();
  await insertMedia(ctx.db, {
    key,
    owner_id: scopeOf(ctx.caller).ownerId,
    profile_id: input.profileId ?? null,
    kind: 'presigned',
    filename: input.filename,
    content_type: kept,
    type,
    declared_bytes: input.size === undefined ? null : String(input.size),
    ...{ size_bytes: null, checksum: null, width: null, height: null, duration_ms: null },
    status: 'pending',
    ...{ claim_token: null, claim_until: null },
    created_at: now,
    expires_at: new Date(now.getTime() + unattachedMs),
  });
  const request = { contentType: input.contentType, sizeBytes: input.size, expiresInSeconds: ticketSeconds };
  const stored = await ctx.storage.presignPut?.(key, request);
  const expiresAt = new Date(now.getTime() + ticketSeconds * 1000);
  return {
    uploadUrl: stored ?? uploadUrl(ctx, { key, ...request, expiresAt }),
    publicUrl: mediaUrl(ctx, key),
    key,
    type,
  };
}
