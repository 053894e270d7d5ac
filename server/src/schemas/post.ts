import { Type, type Static } from 'typebox';
import { exampleId, AccountId, createdAt, DisplayName, Flag, Id, Json, List, Message, Nullable } from './common.ts';
import { pageQuery, Pagination, PlatformName, PlatformPostId, PlatformPostUrl, PostId, Text } from './common.ts';
import { Timestamp, Timezone, updatedAt, Url, Username } from './common.ts';

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
const PostStatusName = Type.Enum([...postStatuses], { title: 'PostStatus', description: 'Status of the post.' });

const TargetErrorCode = Type.Enum(
  [
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
  ],
  { description: 'Why it failed. `outcomeUnknown`: it may be published anyway.' },
);

/** The OpenAPI document has each platform's settings. */
const settings = Type.Record(Type.String(), Type.Unknown(), {
  title: 'PlatformSettings',
  description: 'Settings of the platform, as in `settingsSchema` of `GET /v1/platforms`.',
});

export const PostTarget = Type.Object(
  {
    platform: PlatformName,
    accountId: Type.Object(
      {
        _id: AccountId,
        platform: PlatformName,
        username: Username,
        displayName: DisplayName,
        isActive: Flag('Whether the account is connected.'),
      },
      { description: 'The account on which the post is published.' },
    ),
    status: Type.Enum(['draft', 'scheduled', 'pending', 'publishing', 'published', 'failed', 'canceled'], {
      description: 'Status of the target.',
    }),
    platformPostId: Type.Optional(PlatformPostId),
    platformPostUrl: Type.Optional(PlatformPostUrl),
    publishedAt: Type.Optional(Timestamp('When it was published.')),
    error: Type.Optional(Text('Why it failed, for humans.', 'The account needs to be connected again')),
    errorCode: Type.Optional(TargetErrorCode),
    waiting: Type.Optional(
      Type.Object(
        {
          reason: Text('Why it waits.', 'The platform asks to wait'),
          nextAttemptAt: Timestamp('When it is attempted next.'),
        },
        { description: 'Why a publishing target waits, and until when.' },
      ),
    ),
    customContent: Type.Optional(Text('Replaces `content` on this account.', 'Our spring menu is here. Link in bio.')),
    settings: Type.Optional(settings),
    warnings: Type.Optional(
      List('What was published differently.', Text('A text.', 'The first comment could not be added')),
    ),
  },
  {
    title: 'PostTarget',
    'x-example': {
      status: 'published',
      platformPostId: '17912345678901234',
      platformPostUrl: 'https://www.instagram.com/p/DAbCdEfGhIj/',
      publishedAt: '2026-03-02T09:00:00.000Z',
    },
    description: 'A post on one account.',
  },
);
export type PostTarget = Static<typeof PostTarget>;

const lateness = {
  maxMinutes: { minimum: 0, maximum: 10_080, description: 'How late it may be published.' },
  otherwise: { description: 'Later than that: `hold` makes it a draft, `skip` cancels it.' },
  rule: { description: 'What happens if it cannot be published in time.' },
};

const tagTexts = { description: 'Tags for your own use.' };
const hashtagTexts = { description: 'Appended below the text, except those that the text already contains.' };
const mentionTexts = { description: 'Appended below the text, except those that the text already contains.' };

export const Post = Type.Object(
  {
    _id: PostId,
    title: Text('For platforms that have titles.', 'Spring menu'),
    content: Text('Text of the post.', 'Our spring menu is here.'),
    status: PostStatusName,
    scheduledFor: Nullable(Timestamp('When it is due. `null` for drafts.')),
    timezone: Timezone,
    queueId: Nullable(Id('que_', 'ID of the queue whose slot it has.')),
    platforms: List('The targets of the post.', PostTarget),
    mediaItems: List(
      'The files of the post, in order.',
      Type.Object({
        url: Url('URL of the file.', 'https://herald.example.com/media/3f9a1c7e5b2d4806.jpg'),
        type: Type.Enum(['image', 'video', 'gif', 'document'], { description: 'The kind of file.' }),
        title: Nullable(Text('Title of the file.', 'Spring menu')),
      }),
    ),
    tags: Type.Array(Text('A tag.', 'menu'), tagTexts),
    hashtags: Type.Array(Text('A hashtag.', 'coffee'), hashtagTexts),
    mentions: Type.Array(Text('A username.', 'ada.lovelace'), mentionTexts),
    metadata: Nullable(Json('Your own data.')),
    lateness: Type.Object(
      { maxMinutes: Type.Integer(lateness.maxMinutes), otherwise: Type.Enum(['hold', 'skip'], lateness.otherwise) },
      lateness.rule,
    ),
    createdAt,
    updatedAt,
    publishedAt: Nullable(Timestamp('When its first target was published.')),
  },
  {
    title: 'Post',
    'x-example': { status: 'published', queueId: null, metadata: { campaign: 'spring' } },
    description: 'A post and its targets.',
  },
);
export type Post = Static<typeof Post>;

const Word = Type.String({ minLength: 1, maxLength: 100 });

const fields = {
  title: Type.String({ maxLength: 255, description: 'For platforms that have titles.' }),
  content: Type.String({ maxLength: 65_000, description: 'Text of the post.' }),
  mediaItems: Type.Array(
    Type.Object({
      url: Type.String({ description: 'The URL of an upload, or any other URL, from which the file is copied.' }),
      title: Type.Optional(Type.String({ maxLength: 255, description: 'Title of the file.' })),
      type: Type.Optional(Type.String({ description: 'Ignored: the type is detected from the content.' })),
    }),
    { maxItems: 10, description: 'Files to publish, in order.' },
  ),
  platforms: Type.Array(
    Type.Object(
      {
        platform: PlatformName,
        accountId: Type.String({ description: 'The account on which to publish.' }),
        customContent: Type.Optional(
          Type.String({ maxLength: 65_000, description: 'Replaces `content` on this account.' }),
        ),
        settings: Type.Optional(settings),
        platformSpecificData: Type.Optional(Json('Another name for `settings`.')),
      },
      { title: 'PostTargetInput', description: 'An account on which to publish, and what differs there.' },
    ),
    { maxItems: 50, description: 'The accounts on which to publish.' },
  ),
  publishNow: Type.Boolean({ description: 'Publish at once. Waits up to 20 s for the outcome.' }),
  isDraft: Type.Boolean({ description: 'Store it without a time.' }),
  scheduledFor: Type.String({
    description: 'When to publish. With `Z` or an offset; without one it is local to `timezone`.',
  }),
  queuedFromProfile: Type.String({ description: 'Takes the next free slot of the queue of this profile.' }),
  queueId: Type.String({ description: 'Omitted: the default queue.' }),
  timezone: Timezone,
  tags: Type.Array(Word, { maxItems: 50, ...tagTexts }),
  hashtags: Type.Array(Word, { maxItems: 30, ...hashtagTexts }),
  mentions: Type.Array(Word, { maxItems: 20, ...mentionTexts }),
  metadata: Type.Record(Type.String(), Type.Unknown(), {
    maxProperties: 50,
    description: 'Your own data, returned in reads and events. At most 16 KiB.',
  }),
  lateness: Type.Object(
    {
      maxMinutes: Type.Optional(Type.Integer({ ...lateness.maxMinutes, default: 1440 })),
      otherwise: Type.Optional(Type.Enum(['hold', 'skip'], { ...lateness.otherwise, default: 'hold' })),
    },
    lateness.rule,
  ),
  allowDuplicate: Type.Boolean({
    description: 'Publish although the same content is scheduled or published on the account within 24 hours.',
  }),
};

export const CreatePost = Type.Object(
  {
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
  },
  {
    title: 'CreatePost',
    'x-example': {
      content: 'Our spring menu is here.',
      platforms: [{ accountId: exampleId('acc_') }],
      queuedFromProfile: exampleId('prf_'),
    },
  },
);
export type CreatePost = Static<typeof CreatePost>;

const confirm = Type.Optional(Type.Boolean({ description: 'Also send targets again that may already be published.' }));

export const UpdatePost = Type.Object(
  {
    ...CreatePost.properties,
    metadata: Type.Optional(Nullable(fields.metadata)),
    confirm,
  },
  {
    title: 'UpdatePost',
    'x-example': {
      content: 'Our summer menu is here.',
      hashtags: ['coffee'],
    },
  },
);
export type UpdatePost = Static<typeof UpdatePost>;

const Warnings = List(
  'Notes about input that was ignored or interpreted, for example unknown keys.',
  Text('A text.', 'platforms[0].settings.fistComment is not known: did you mean firstComment?'),
);

export const PostChanged = Type.Object(
  { post: Post, message: Message, warnings: Type.Optional(Warnings) },
  { 'x-example': {} },
);

export const CreatePostQuery = Type.Object({
  allowDuplicate: Type.Optional(Type.Boolean({ description: 'The same as in the body.' })),
});
export const PostReplayed = Type.Object({ existingPost: Post, message: Message });

export const PostQuery = Type.Object({
  profileId: Type.Optional(Type.String({ description: 'Only posts on accounts of this profile.' })),
  accountId: Type.Optional(Type.String({ description: 'Only posts on this account.' })),
  platform: Type.Optional(PlatformName),
  status: Type.Optional(PostStatusName),
  dateFrom: Type.Optional(Type.String({ description: 'The first `scheduledFor`: a timestamp or a day in UTC.' })),
  dateTo: Type.Optional(Type.String({ description: 'The last `scheduledFor`: a timestamp or a day in UTC.' })),
  sortBy: Type.Enum(['createdAt', 'scheduledFor'], { default: 'createdAt', description: 'The order of the posts.' }),
  ...pageQuery(100, 20),
});
export type PostQuery = Static<typeof PostQuery>;

export const PostList = Type.Object({ posts: List('One page of posts.', Post), pagination: Pagination });
export type PostList = Static<typeof PostList>;

export const PostIssue = Type.Object(
  {
    rule: Text('Name of the rule.', 'textTooLong'),
    severity: Type.Enum(['error', 'warning'], { description: 'Only an `error` prevents publishing.' }),
    platform: Nullable(PlatformName),
    accountId: Nullable(AccountId),
    field: Nullable(Text('The field with the problem.', 'content')),
    message: Text('What is wrong and what to do, for humans.', 'The text has 312 of at most 300 characters'),
    limit: Type.Optional(Type.Number({ description: 'The limit that is exceeded.', examples: [300] })),
    actual: Type.Optional(Type.Number({ description: 'The value in the post.', examples: [312] })),
  },
  { title: 'PostIssue', description: 'A platform rule that the post breaks.' },
);
export type PostIssue = Static<typeof PostIssue>;

export const PostValidation = Type.Object(
  {
    valid: Flag('Whether the post can be published everywhere.'),
    issues: List('Empty if there is nothing to report.', PostIssue),
  },
  { 'x-example': { valid: false } },
);
export type PostValidation = Static<typeof PostValidation>;

export const PostTimeline = Type.Object({
  postId: PostId,
  entries: List(
    'Oldest first.',
    Type.Object({
      at: Timestamp('When it happened.'),
      kind: Text('What happened.', 'targetStateChanged'),
      targetAccountId: Type.Optional(Id('acc_', 'The account of the target, if it is about one.')),
      summary: Text('What happened, for humans.', 'Published'),
      detail: Type.Optional(Json('Facts that depend on `kind`.')),
    }),
  ),
});
export type PostTimeline = Static<typeof PostTimeline>;

export const RetryPost = Type.Object(
  {
    accountIds: Type.Optional(
      Type.Array(Type.String(), { minItems: 1, maxItems: 50, description: 'Only targets on these accounts.' }),
    ),
    confirm,
  },
  { title: 'RetryPost', 'x-example': { accountIds: [exampleId('acc_')] } },
);
export type RetryPost = Static<typeof RetryPost>;

export const UnpublishPost = Type.Object(
  { accountId: Type.String({ description: 'The account from which the post is deleted.' }) },
  { title: 'UnpublishPost', 'x-example': { accountId: exampleId('acc_') } },
);

export const PostExportQuery = Type.Omit(PostQuery, ['page', 'limit']);
export type PostExportQuery = Static<typeof PostExportQuery>;
