import { Type, type Static } from 'typebox';
import { Id, Message, Nullable, Pagination, Timestamp } from './common.ts';

const PostId = Id('pst_');
const Json = Type.Record(Type.String(), Type.Unknown());

const postStatuses = [
  'draft',
  'scheduled',
  'queued',
  'publishing',
  'published',
  'partially_failed',
  'failed',
  'canceled',
] as const;
const PostStatusName = Type.Enum([...postStatuses]);

const TargetErrorCode = Type.Enum([
  'validation',
  'mediaUnavailable',
  'connectionDead',
  'platformCapabilityMissing',
  'platformRejected',
  'platformAppProblem',
  'platformUnavailable',
  'rateLimited',
  'container_timeout',
  'outcomeUnknown',
]);

export const PostTarget = Type.Object(
  {
    platform: Type.String(),
    accountId: Type.Object({
      _id: Id('acc_'),
      platform: Type.String(),
      username: Type.String(),
      displayName: Type.String(),
      isActive: Type.Boolean(),
    }),
    status: Type.Enum(['draft', 'scheduled', 'pending', 'publishing', 'published', 'failed', 'canceled']),
    platformPostId: Type.Optional(Type.String()),
    platformPostUrl: Type.Optional(Type.String()),
    publishedAt: Type.Optional(Timestamp),
    error: Type.Optional(Type.String()),
    errorCode: Type.Optional(TargetErrorCode),
    waiting: Type.Optional(
      Type.Object(
        { reason: Type.String(), nextAttemptAt: Timestamp },
        { description: 'Why a publishing target waits, and until when.' },
      ),
    ),
    customContent: Type.Optional(Type.String()),
    settings: Type.Optional(Json),
    warnings: Type.Optional(Type.Array(Type.String())),
  },
  { title: 'PostTarget' },
);
export type PostTarget = Static<typeof PostTarget>;

const Lateness = Type.Object({
  maxMinutes: Type.Integer({ minimum: 0, maximum: 10_080 }),
  otherwise: Type.Enum(['hold', 'skip']),
});

export const Post = Type.Object(
  {
    _id: PostId,
    title: Type.String(),
    content: Type.String(),
    status: PostStatusName,
    scheduledFor: Nullable(Timestamp),
    timezone: Type.String(),
    queueId: Nullable(Id('que_')),
    platforms: Type.Array(PostTarget),
    mediaItems: Type.Array(
      Type.Object({
        url: Type.String(),
        type: Type.Enum(['image', 'video', 'gif', 'document']),
        title: Nullable(Type.String()),
      }),
    ),
    tags: Type.Array(Type.String()),
    hashtags: Type.Array(Type.String()),
    mentions: Type.Array(Type.String()),
    metadata: Nullable(Json),
    lateness: Lateness,
    createdAt: Timestamp,
    updatedAt: Timestamp,
    publishedAt: Nullable(Timestamp),
  },
  { title: 'Post' },
);
export type Post = Static<typeof Post>;

const fields = {
  title: Type.String({ maxLength: 255, description: 'For platforms that have titles.' }),
  content: Type.String({ maxLength: 65_000 }),
  mediaItems: Type.Array(
    Type.Object({
      url: Type.String({ description: 'The URL of an upload, or any other URL, from which the file is copied.' }),
      title: Type.Optional(Type.String({ maxLength: 255 })),
      type: Type.Optional(Type.String({ description: 'Ignored: the type is detected from the content.' })),
    }),
    { maxItems: 10 },
  ),
  platforms: Type.Array(
    Type.Object({
      platform: Type.String({ description: 'The platform of the account.' }),
      accountId: Type.String(),
      customContent: Type.Optional(
        Type.String({ maxLength: 65_000, description: 'Replaces `content` on this account.' }),
      ),
      settings: Type.Optional(Json),
      platformSpecificData: Type.Optional(
        Type.Record(Type.String(), Type.Unknown(), { description: 'Another name for `settings`.' }),
      ),
    }),
    { maxItems: 50 },
  ),
  publishNow: Type.Boolean({ description: 'Waits up to 20 s for the outcome.' }),
  isDraft: Type.Boolean(),
  scheduledFor: Type.String({ description: 'With `Z` or an offset; without one it is local to `timezone`.' }),
  queuedFromProfile: Type.String({ description: 'Takes the next free slot of the queue of this profile.' }),
  queueId: Type.String({ description: 'Omitted: the default queue.' }),
  timezone: Type.String({ examples: ['Europe/Berlin'] }),
  tags: Type.Array(Type.String({ minLength: 1, maxLength: 100 }), { maxItems: 50 }),
  hashtags: Type.Array(Type.String({ minLength: 1, maxLength: 100 }), { maxItems: 30 }),
  mentions: Type.Array(Type.String({ minLength: 1, maxLength: 100 }), { maxItems: 20 }),
  metadata: Type.Record(Type.String(), Type.Unknown(), {
    maxProperties: 50,
    description: 'Your own data, returned in reads and events. At most 16 KiB.',
  }),
  lateness: Type.Object({
    maxMinutes: Type.Optional(Type.Integer({ minimum: 0, maximum: 10_080, default: 1440 })),
    otherwise: Type.Optional(Type.Enum(['hold', 'skip'], { default: 'hold' })),
  }),
  allowDuplicate: Type.Boolean({
    description: 'Publish although the same content is scheduled or published on the account within 24 hours.',
  }),
};

export const CreatePost = Type.Object({
  title: Type.Optional(fields.title),
  content: Type.Optional(fields.content),
  mediaItems: Type.Optional(fields.mediaItems),
  platforms: Type.Optional(fields.platforms),
  publishNow: Type.Optional(fields.publishNow),
  isDraft: Type.Optional(fields.isDraft),
  scheduledFor: Type.Optional(fields.scheduledFor),
  queuedFromProfile: Type.Optional(fields.queuedFromProfile),
  queueId: Type.Optional(fields.queueId),
  timezone: Type.Optional(fields.timezone),
  tags: Type.Optional(fields.tags),
  hashtags: Type.Optional(fields.hashtags),
  mentions: Type.Optional(fields.mentions),
  metadata: Type.Optional(fields.metadata),
  lateness: Type.Optional(fields.lateness),
  allowDuplicate: Type.Optional(fields.allowDuplicate),
});
export type CreatePost = Static<typeof CreatePost>;

export const UpdatePost = Type.Object({
  ...CreatePost.properties,
  metadata: Type.Optional(Nullable(fields.metadata)),
  confirm: Type.Optional(Type.Boolean({ description: 'Also send targets again that may already be published.' })),
});
export type UpdatePost = Static<typeof UpdatePost>;

const Warnings = Type.Array(Type.String(), {
  description: 'Notes about input that was ignored or interpreted, for example unknown keys.',
});

export const PostChanged = Type.Object({ post: Post, message: Message, warnings: Type.Optional(Warnings) });

export const CreatePostQuery = Type.Object({
  allowDuplicate: Type.Optional(Type.Boolean({ description: 'The same as in the body.' })),
});
export const PostReplayed = Type.Object({ existingPost: Post, message: Message });

export const PostQuery = Type.Object({
  profileId: Type.Optional(Type.String()),
  accountId: Type.Optional(Type.String()),
  platform: Type.Optional(Type.String()),
  status: Type.Optional(PostStatusName),
  dateFrom: Type.Optional(Type.String({ description: 'By `scheduledFor`; a timestamp or a day in UTC.' })),
  dateTo: Type.Optional(Type.String()),
  sortBy: Type.Enum(['createdAt', 'scheduledFor'], { default: 'createdAt' }),
  page: Type.Integer({ minimum: 1, maximum: 999_999_999, default: 1 }),
  limit: Type.Integer({ minimum: 1, maximum: 100, default: 20 }),
});
export type PostQuery = Static<typeof PostQuery>;

export const PostList = Type.Object({ posts: Type.Array(Post), pagination: Pagination });
export type PostList = Static<typeof PostList>;

export const PostIssue = Type.Object({
  rule: Type.String(),
  severity: Type.Enum(['error', 'warning']),
  platform: Nullable(Type.String()),
  accountId: Nullable(Type.String()),
  field: Nullable(Type.String()),
  message: Type.String(),
  limit: Type.Optional(Type.Number()),
  actual: Type.Optional(Type.Number()),
});
export type PostIssue = Static<typeof PostIssue>;

export const PostValidation = Type.Object({ valid: Type.Boolean(), issues: Type.Array(PostIssue) });
export type PostValidation = Static<typeof PostValidation>;

export const PostTimeline = Type.Object({
  postId: PostId,
  entries: Type.Array(
    Type.Object({
      at: Timestamp,
      kind: Type.String(),
      targetAccountId: Type.Optional(Id('acc_')),
      summary: Type.String(),
      detail: Type.Optional(Json),
    }),
  ),
});
export type PostTimeline = Static<typeof PostTimeline>;

export const RetryPost = Type.Object({
  accountIds: Type.Optional(Type.Array(Type.String(), { minItems: 1, maxItems: 50 })),
  confirm: Type.Optional(Type.Boolean({ description: 'Also send targets again that may already be published.' })),
});
export type RetryPost = Static<typeof RetryPost>;

export const UnpublishPost = Type.Object({ accountId: Type.String() });

export const BulkUpload = Type.Object(
  {
    total: Type.Integer(),
    valid: Type.Integer(),
    invalid: Type.Integer(),
    results: Type.Array(
      Type.Object({
        rowIndex: Type.Integer({ description: 'Starts at 1; the header is not counted.' }),
        ok: Type.Boolean(),
        createdPostId: Type.Optional(PostId),
        errors: Type.Optional(Type.Array(Type.String())),
      }),
    ),
    warnings: Type.Array(Type.String(), { description: 'Warnings about a row begin with `row N: `.' }),
  },
  { title: 'BulkUpload' },
);
export type BulkUpload = Static<typeof BulkUpload>;

export const BulkUploadQuery = Type.Object({
  dryRun: Type.Boolean({ default: false, description: 'Checks every row without fetching or writing anything.' }),
  allowDuplicate: Type.Optional(
    Type.Boolean({ description: 'Also create rows whose content is scheduled or published within 24 hours.' }),
  ),
});

export const PostExportQuery = Type.Omit(PostQuery, ['page', 'limit']);
export type PostExportQuery = Static<typeof PostExportQuery>;
