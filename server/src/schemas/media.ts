import { Type, type Static } from 'typebox';
import {
  Count,
  createdAt,
  CursorPagination,
  cursorQuery,
  List,
  Nullable,
  PostId,
  Text,
  Timestamp,
  Url,
} from './common.ts';

/** `audio` is for messages, so only direct uploads accept it. */
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

export const PresignUpload = Type.Object(
  {
    filename: Type.String({ minLength: 1, maxLength: 255, description: 'Name of the file.' }),
    contentType: Type.Enum(Object.keys(uploadTypes) as UploadType[], { description: 'Type of the file.' }),
    size: Type.Optional(
      Type.Integer({
        minimum: 0,
        maximum: 5_368_709_120,
        description: 'In bytes; the upload must have exactly this size.',
      }),
    ),
    profileId: Type.Optional(Type.String({ description: 'Must be a profile that the key can access.' })),
  },
  { title: 'PresignUpload', 'x-example': { filename: 'spring-menu.jpg', contentType: 'image/jpeg', size: 482_133 } },
);
export type PresignUpload = Static<typeof PresignUpload>;

const MediaKey = Text('Identifies the file.', '3f9a1c7e5b2d4806a1c3e5f7092b4d6e.jpg');
const MediaUrl = Url('The URL of the file; use it in posts.', 'https://herald.example.com/media/3f9a1c7e5b2d4806.jpg');
const ContentType = Text('Type of the file, detected from its content.', 'image/jpeg');
const PostMediaType = Type.Enum(['image', 'video', 'gif', 'document'], { description: 'The kind of file.' });

export const PresignedUpload = Type.Object({
  uploadUrl: Url(
    'PUT the bytes here within 15 minutes, with the same Content-Type.',
    'https://herald.example.com/v1/media/uploads/4b6d8f0a2c4e',
  ),
  publicUrl: MediaUrl,
  key: MediaKey,
  type: PostMediaType,
});
export type PresignedUpload = Static<typeof PresignedUpload>;

export const DirectUpload = Type.Object(
  {
    url: MediaUrl,
    filename: Text('Name of the file.', 'spring-menu.jpg'),
    contentType: ContentType,
    size: Count('In bytes.', 482_133),
  },
  { title: 'DirectUpload', description: 'An uploaded file.' },
);
export type DirectUpload = Static<typeof DirectUpload>;

const MediaType = Type.Enum(['image', 'video', 'gif', 'document', 'audio'], { description: 'The kind of file.' });

const Media = Type.Object(
  {
    key: MediaKey,
    url: MediaUrl,
    type: MediaType,
    contentType: ContentType,
    size: Nullable(Count('In bytes.', 482_133)),
    width: Nullable(Count('In pixels.', 1080)),
    height: Nullable(Count('In pixels.', 1350)),
    durationMs: Nullable(Count('Length of a video or audio file.', 15_000)),
    altText: Nullable(Text('Reserved: alternative texts belong to posts.', 'A cup of coffee')),
    createdAt,
    expiresAt: Nullable(Timestamp('When the file is deleted unless a post uses it.', '2026-03-09T09:00:00.000Z')),
    postCount: Count('How many posts that the key may see use the file.', 1),
    postIds: List('The newest 20 of them.', PostId),
  },
  {
    title: 'Media',
    'x-example': { durationMs: null, altText: null, expiresAt: null },
    description: 'An uploaded file and where it is used.',
  },
);
export type Media = Static<typeof Media>;

export const MediaQuery = Type.Object({
  ...cursorQuery(100, 50),
  type: Type.Optional(MediaType),
  unused: Type.Optional(
    Type.Boolean({ description: '`true`: only files that no post uses; `false`: only files that a post uses.' }),
  ),
});
export type MediaQuery = Static<typeof MediaQuery>;

export const MediaList = Type.Object({ media: List('Newest first.', Media), pagination: CursorPagination });
export type MediaList = Static<typeof MediaList>;
