import { Type, type Static } from 'typebox';

/** What may be announced, with what it is kept as. `audio` is for messages, and so for direct uploads alone. */
export const uploadTypes = {
  'image/jpeg': { kept: 'image/jpeg', type: 'image', extension: 'jpg' },
  'image/jpg': { kept: 'image/jpeg', type: 'image', extension: 'jpg' },
  'image/png': { kept: 'image/png', type: 'image', extension: 'png' },
  'image/webp': { kept: 'image/webp', type: 'image', extension: 'webp' },
  'image/gif': { kept: 'image/gif', type: 'gif', extension: 'gif' },
  'video/mp4': { kept: 'video/mp4', type: 'video', extension: 'mp4' },
  'video/mpeg': { kept: 'video/mpeg', type: 'video', extension: 'mpg' },
  'video/quicktime': { kept: 'video/quicktime', type: 'video', extension: 'mov' },
  'video/avi': { kept: 'video/x-msvideo', type: 'video', extension: 'avi' },
  'video/x-msvideo': { kept: 'video/x-msvideo', type: 'video', extension: 'avi' },
  'video/webm': { kept: 'video/webm', type: 'video', extension: 'webm' },
  'video/x-m4v': { kept: 'video/x-m4v', type: 'video', extension: 'm4v' },
  'application/pdf': { kept: 'application/pdf', type: 'document', extension: 'pdf' },
} as const;

type UploadType = keyof typeof uploadTypes;

export const PresignUpload = Type.Object({
  filename: Type.String({ minLength: 1, maxLength: 255 }),
  contentType: Type.Enum(Object.keys(uploadTypes) as UploadType[]),
  size: Type.Optional(
    Type.Integer({
      minimum: 0,
      maximum: 5_368_709_120,
      description: 'In bytes; the upload must have exactly as many.',
    }),
  ),
  profileId: Type.Optional(Type.String()),
});
export type PresignUpload = Static<typeof PresignUpload>;

export const PresignedUpload = Type.Object({
  uploadUrl: Type.String({ description: 'PUT the bytes here within 15 minutes, with the same Content-Type.' }),
  publicUrl: Type.String({ description: 'Where the file is afterwards; use it in posts.' }),
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
