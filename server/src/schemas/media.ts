import { Type, type Static } from 'typebox';
import { Cursor, CursorPagination, Id, Nullable, Timestamp } from './common.ts';

/**
 * Content types for uploads, and the type each is stored as. `audio` is for messages, so only direct uploads accept it.
 */
export const uploadTypes = {
  'image/jpeg': { contentType: 'image/jpeg', type: 'image', extension: 'jpg' },
  'image/jpg': { contentType: 'image/jpeg', type: 'image', extension: 'jpg' },
  'image/png': { contentType: 'image/png', type: 'image', extension: 'png' },
  'image/webp': { contentType: 'image/webp', type: 'image', extension: 'webp' },
  'image/gif': { contentType: 'image/gif', type: 'gif', extension: 'gif' },
  'video/mp4': { contentType: 'video/mp4', type: 'video', extension: 'mp4' },
  'video/mpeg': { contentType: 'video/mpeg', type: 'video', extension: 'mpg' },
  'video/quicktime': { contentType: 'video/quicktime', type: 'video', extension: 'mov' },
  'video/avi': { contentType: 'video/x-msvideo', type: 'video', extension: 'avi' },
  'video/x-msvideo': { contentType: 'video/x-msvideo', type: 'video', extension: 'avi' },
  'video/webm': { contentType: 'video/webm', type: 'video', extension: 'webm' },
  'video/x-m4v': { contentType: 'video/x-m4v', type: 'video', extension: 'm4v' },
  'application/pdf': { contentType: 'application/pdf', type: 'document', extension: 'pdf' },
} as const;

type UploadType = keyof typeof uploadTypes;

export const PresignUpload = Type.Object({
  filename: Type.String({ minLength: 1, maxLength: 255 }),
  contentType: Type.Enum(Object.keys(uploadTypes) as UploadType[]),
  size: Type.Optional(
    Type.Integer({
      minimum: 0,
      maximum: 5_368_709_120,
      description: 'In bytes; the upload must have exactly this size.',
    }),
  ),
  profileId: Type.Optional(Type.String()),
});
export type PresignUpload = Static<typeof PresignUpload>;

export const PresignedUpload = Type.Object({
  uploadUrl: Type.String({ description: 'PUT the bytes here within 15 minutes, with the same Content-Type.' }),
  publicUrl: Type.String({ description: 'The URL of the uploaded file; use it in posts.' }),
  key: Type.String(),
  type: Type.Enum(['image', 'video', 'gif', 'document']),
});
export type PresignedUpload = Static<typeof PresignedUpload>;

export const DirectUpload = Type.Object({
  url: Type.String(),
  filename: Type.String(),
  contentType: Type.String(),
  size: Type.Integer({ description: 'In bytes.' }),
});
export type DirectUpload = Static<typeof DirectUpload>;

const MediaType = Type.Enum(['image', 'video', 'gif', 'document', 'audio']);

const Media = Type.Object(
  {
    key: Type.String(),
    url: Type.String({ description: 'Use it in posts.' }),
    type: MediaType,
    contentType: Type.String(),
    size: Nullable(Type.Integer({ description: 'In bytes.' })),
    width: Nullable(Type.Integer()),
    height: Nullable(Type.Integer()),
    durationMs: Nullable(Type.Integer()),
    altText: Nullable(Type.String({ description: 'Reserved: alternative texts belong to posts.' })),
    createdAt: Timestamp,
    expiresAt: Nullable(Timestamp),
    postCount: Type.Integer({ description: 'How many posts that the key may see use the file.' }),
    postIds: Type.Array(Id('pst_'), { description: 'The newest 20 of them.' }),
  },
  { title: 'Media' },
);
export type Media = Static<typeof Media>;

export const MediaQuery = Type.Object({
  limit: Type.Integer({ minimum: 1, maximum: 100, default: 50 }),
  cursor: Cursor,
  type: Type.Optional(MediaType),
  unused: Type.Optional(
    Type.Boolean({ description: '`true`: only files that no post uses; `false`: only files that a post uses.' }),
  ),
});
export type MediaQuery = Static<typeof MediaQuery>;

export const MediaList = Type.Object({ media: Type.Array(Media), pagination: CursorPagination });
export type MediaList = Static<typeof MediaList>;
