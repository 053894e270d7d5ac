import { Type, type Static } from 'typebox';
import { PlatformName } from './account.ts';
import { Id, Message, Nullable, SkipPagination, skipQuery, Timestamp, TrimmedText } from './common.ts';
import { ProfileId } from './profile.ts';

const AutomationId = Id('aut_');

export const AutomationTrigger = Type.Enum(['comment', 'story_reply'], {
  description: 'What starts the automation: a comment on a post, or a reply to a story.',
});

const keywords = (description: string) => Type.Array(TrimmedText(1, 100), { maxItems: 50, description });
/** Messages are also limited in bytes, by what the platform accepts. */
const text = (description?: string) =>
  Type.String({ minLength: 1, maxLength: 1000, ...(description === undefined ? {} : { description }) });
const Delay = Type.Integer({ minimum: 0, maximum: 86_400 });
const Button = Type.Object(
  {
    type: Type.Enum(['url']),
    title: TrimmedText(1, 20),
    url: Type.String({ minLength: 1, maxLength: 2048 }),
  },
  { additionalProperties: false },
);

const fields = {
  name: TrimmedText(1, 120),
  trigger: AutomationTrigger,
  postId: Type.String({ description: 'A post of Herald. It need not be published yet.' }),
  platformPostId: Type.String({ minLength: 1, maxLength: 200, description: "The platform's ID of a post." }),
  postTitle: Type.String({ maxLength: 200 }),
  keywords: keywords('Without keywords, everything matches. Case, accents and width are ignored.'),
  excludeKeywords: keywords('A comment with one of these does not match.'),
  matchMode: Type.Enum(['contains', 'word', 'exact'], {
    description: 'Anywhere in the text, as whole words, or as the whole text.',
  }),
  typoTolerance: Type.Boolean({
    description: 'With `word` only: one typo in words of 4 to 7 characters, two in longer ones.',
  }),
  dmMessage: text('The message to the author.'),
  dmMessageVariations: Type.Array(text(), {
    maxItems: 5,
    description: 'Each time one of these or `dmMessage` is sent, at random.',
  }),
  buttons: Type.Array(Button, {
    maxItems: 3,
    description: 'Links below the message. If the platform refuses them, they are sent as text.',
  }),
  commentReply: text('A public reply, after the message.'),
  commentReplyVariations: Type.Array(text(), { maxItems: 5 }),
  dmDelaySeconds: Delay,
  commentReplyDelaySeconds: Delay,
  isActive: Type.Boolean(),
};

/** Refused with 400 `unsupported`. */
const unsupported = {
  template: Type.Optional(Type.Unknown()),
  audience: Type.Optional(Type.Unknown()),
  followGate: Type.Optional(Type.Unknown()),
  alsoMatchInDms: Type.Optional(Type.Unknown()),
  clickTag: Type.Optional(Type.Unknown()),
  linkTracking: Type.Optional(Type.Boolean({ description: '`true` is not supported.' })),
};
export const unsupportedFields = ['template', 'audience', 'followGate', 'alsoMatchInDms', 'clickTag'] as const;

const optional = {
  trigger: Type.Optional(fields.trigger),
  postId: Type.Optional(Nullable(fields.postId)),
  platformPostId: Type.Optional(Nullable(fields.platformPostId)),
  postTitle: Type.Optional(Nullable(fields.postTitle)),
  keywords: Type.Optional(fields.keywords),
  excludeKeywords: Type.Optional(fields.excludeKeywords),
  matchMode: Type.Optional(fields.matchMode),
  typoTolerance: Type.Optional(fields.typoTolerance),
  dmMessageVariations: Type.Optional(fields.dmMessageVariations),
  buttons: Type.Optional(fields.buttons),
  commentReply: Type.Optional(Nullable(fields.commentReply)),
  commentReplyVariations: Type.Optional(fields.commentReplyVariations),
  dmDelaySeconds: Type.Optional(fields.dmDelaySeconds),
  commentReplyDelaySeconds: Type.Optional(fields.commentReplyDelaySeconds),
  isActive: Type.Optional(fields.isActive),
  ...unsupported,
};

export const CreateAutomation = Type.Object({
  accountId: Type.String(),
  name: fields.name,
  dmMessage: fields.dmMessage,
  ...optional,
});
export type CreateAutomation = Static<typeof CreateAutomation>;

export const UpdateAutomation = Type.Object(
  { name: Type.Optional(fields.name), dmMessage: Type.Optional(fields.dmMessage), ...optional },
  // Null clears a field, and what cannot be cleared is not silently kept.
  { 'x-keep-null': true },
);
export type UpdateAutomation = Static<typeof UpdateAutomation>;

export const Automation = Type.Object(
  {
    id: AutomationId,
    accountId: Id('acc_'),
    profileId: ProfileId,
    platform: PlatformName,
    name: Type.String(),
    trigger: AutomationTrigger,
    postId: Nullable(Type.String()),
    platformPostId: Nullable(Type.String()),
    postTitle: Nullable(Type.String()),
    keywords: Type.Array(Type.String()),
    excludeKeywords: Type.Array(Type.String()),
    matchMode: fields.matchMode,
    typoTolerance: Type.Boolean(),
    dmMessage: Type.String(),
    dmMessageVariations: Type.Array(Type.String()),
    buttons: Type.Array(Button),
    commentReply: Nullable(Type.String()),
    commentReplyVariations: Type.Array(Type.String()),
    dmDelaySeconds: Type.Integer(),
    commentReplyDelaySeconds: Type.Integer(),
    isActive: Type.Boolean(),
    linkTracking: Type.Boolean({ description: 'Always false.' }),
    alsoMatchInDms: Type.Boolean({ description: 'Always false.' }),
    stats: Type.Object({
      totalTriggered: Type.Integer(),
      totalSent: Type.Integer(),
      totalFailed: Type.Integer(),
    }),
    createdAt: Timestamp,
    updatedAt: Timestamp,
  },
  { title: 'CommentAutomation' },
);
export type Automation = Static<typeof Automation>;

const LogStatus = Type.Enum(['pending', 'sent', 'failed', 'skipped']);

export const AutomationLog = Type.Object(
  {
    id: Id('atl_'),
    commentId: Type.String({ description: 'The comment, or the message that replied to a story.' }),
    platformPostId: Nullable(Type.String()),
    commenterId: Type.String(),
    commenterName: Nullable(Type.String()),
    commentText: Type.String(),
    source: AutomationTrigger,
    status: LogStatus,
    skipReason: Nullable(
      Type.Enum([
        'already_sent_to_contact',
        'automation_inactive',
        'contact_blocked',
        'contact_unsubscribed',
        'reply_window_closed',
      ]),
    ),
    error: Nullable(Type.String()),
    sentMessageId: Nullable(Type.String()),
    buttonsDropped: Type.Boolean({ description: 'The platform refused the buttons; they were sent as text.' }),
    commentReplyStatus: Nullable(LogStatus),
    commentReplyError: Nullable(Type.String()),
    nextDueAt: Nullable(Timestamp),
    createdAt: Timestamp,
    updatedAt: Timestamp,
  },
  { title: 'AutomationLog' },
);
export type AutomationLog = Static<typeof AutomationLog>;

export const AutomationQuery = Type.Object({
  profileId: Type.Optional(ProfileId),
  accountId: Type.Optional(Type.String()),
});
export type AutomationQuery = Static<typeof AutomationQuery>;

export const AutomationList = Type.Object({ automations: Type.Array(Automation) });
export const AutomationChanged = Type.Object({ message: Message, automation: Automation });
export const OneAutomation = Type.Object({
  automation: Automation,
  logs: Type.Array(AutomationLog, { description: 'The 20 newest.' }),
});

export const LogQuery = Type.Object({
  status: Type.Optional(LogStatus),
  ...skipQuery,
});
export type LogQuery = Static<typeof LogQuery>;

export const LogList = Type.Object({
  logs: Type.Array(AutomationLog),
  pagination: Type.Object({
    ...SkipPagination.properties,
    total: Type.Integer({ description: 'At most 5,000 are counted.' }),
  }),
});
export type LogList = Static<typeof LogList>;

export const TestAutomation = Type.Object({ text: Type.String({ minLength: 1, maxLength: 2200 }) });
export type TestAutomation = Static<typeof TestAutomation>;

export const AutomationTest = Type.Object({
  matches: Type.Boolean(),
  keyword: Nullable(Type.String({ description: 'The first keyword that matches.' })),
  excludedBy: Nullable(Type.String({ description: 'The excluded keyword that prevents a match.' })),
});
export type AutomationTest = Static<typeof AutomationTest>;
