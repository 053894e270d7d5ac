import { Type, type Static } from 'typebox';
import { exampleId, AccountId, Count, createdAt, Flag, Id, List, Message, Nullable, PlatformName } from './common.ts';
import { PlatformPostId, SkipPagination, skipQuery, Text, Timestamp, TrimmedText, updatedAt } from './common.ts';
import { ProfileId } from './profile.ts';

const AutomationId = Id('aut_');

export const AutomationTrigger = Type.Enum(['comment', 'story_reply'], {
  description: 'What starts the automation: a comment on a post, or a reply to a story.',
});

const keywords = (description: string) => Type.Array(TrimmedText(1, 100), { maxItems: 50, description });
/** The platform also limits messages in bytes. */
const text = (description: string) => Type.String({ minLength: 1, maxLength: 1000, description });
const delay = (description: string) => Type.Integer({ minimum: 0, maximum: 86_400, description });
const Button = Type.Object(
  {
    type: Type.Enum(['url'], { description: 'The kind of button.' }),
    title: TrimmedText(1, 20, { description: 'The label.', examples: ['See the menu'] }),
    url: Type.String({
      minLength: 1,
      maxLength: 2048,
      description: 'What the button opens.',
      examples: ['https://example.com/spring-menu'],
    }),
  },
  { title: 'AutomationButton', description: 'A link below a message.', additionalProperties: false },
);

const fields = {
  name: TrimmedText(1, 120, { description: 'Name of the automation.' }),
  trigger: AutomationTrigger,
  postId: Type.String({ description: 'A post of Herald. It need not be published yet.' }),
  platformPostId: Type.String({ minLength: 1, maxLength: 200, description: "The platform's ID of a post." }),
  postTitle: Type.String({ maxLength: 200, description: 'A label of your own for the post.' }),
  keywords: keywords('Without keywords, everything matches. Case, accents and width are ignored.'),
  excludeKeywords: keywords('A comment with one of these does not match.'),
  matchMode: Type.Enum(['contains', 'word', 'exact'], {
    description: 'Anywhere in the text, as whole words, or as the whole text.',
  }),
  typoTolerance: Type.Boolean({
    description: 'With `word` only: one typo in words of 4 to 7 characters, two in longer ones.',
  }),
  dmMessage: text('The message to the author.'),
  dmMessageVariations: Type.Array(text('Another message.'), {
    maxItems: 5,
    description: 'Each time one of these or `dmMessage` is sent, at random.',
  }),
  buttons: Type.Array(Button, {
    maxItems: 3,
    description: 'Links below the message. If the platform refuses them, they are sent as text.',
  }),
  commentReply: text('A public reply, after the message.'),
  commentReplyVariations: Type.Array(text('Another reply.'), {
    maxItems: 5,
    description: 'Each time one of these or `commentReply` is sent, at random.',
  }),
  dmDelaySeconds: delay('How long to wait before the message is sent.'),
  commentReplyDelaySeconds: delay(
    'How long after the comment arrived the public reply is posted, but never before the message.',
  ),
  isActive: Flag('Whether the automation runs.'),
};

/** Refused with 400 `unsupported`. */
const Unsupported = Type.Optional(Type.Unknown({ description: 'Not supported.' }));
const unsupported = {
  template: Unsupported,
  audience: Unsupported,
  followGate: Unsupported,
  alsoMatchInDms: Unsupported,
  clickTag: Unsupported,
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

export const CreateAutomation = Type.Object(
  {
    accountId: Type.String({ description: 'The connected account whose comments are watched.' }),
    name: fields.name,
    dmMessage: fields.dmMessage,
    ...optional,
  },
  {
    title: 'CreateAutomation',
    'x-example': {
      accountId: exampleId('acc_'),
      name: 'Send the menu',
      dmMessage: 'Here is our spring menu.',
      keywords: ['menu'],
      commentReply: 'Check your messages!',
    },
  },
);
export type CreateAutomation = Static<typeof CreateAutomation>;

export const UpdateAutomation = Type.Object(
  { name: Type.Optional(fields.name), dmMessage: Type.Optional(fields.dmMessage), ...optional },
  // Null clears a field; fields that cannot be cleared refuse it.
  { title: 'UpdateAutomation', 'x-example': { keywords: ['menu', 'card'] }, 'x-keep-null': true },
);
export type UpdateAutomation = Static<typeof UpdateAutomation>;

const AutomationName = Text('Name of the automation.', 'Send the menu');
const PostOfHerald = Nullable(Text("Herald's ID of the only post that is watched.", 'pst_0mh2k5n8q1t4w7z0c3f6j9m2'));
const WatchedPost = Nullable(Text("The platform's ID of the only post that is watched.", '17912345678901234'));
const strings = (description: string, example: string) => List(description, Text('A text.', example));

export const Automation = Type.Object(
  {
    id: AutomationId,
    accountId: AccountId,
    profileId: ProfileId,
    platform: PlatformName,
    name: AutomationName,
    trigger: AutomationTrigger,
    postId: PostOfHerald,
    platformPostId: WatchedPost,
    postTitle: Nullable(Text('A label of your own for the post.', 'Spring menu')),
    keywords: strings('Without keywords, everything matches.', 'menu'),
    excludeKeywords: strings('A comment with one of these does not match.', 'refund'),
    matchMode: fields.matchMode,
    typoTolerance: fields.typoTolerance,
    dmMessage: Text('The message to the author.', 'Here is our spring menu.'),
    dmMessageVariations: strings('Other messages.', 'Our spring menu is one tap away.'),
    buttons: List('Links below the message.', Button),
    commentReply: Nullable(Text('The public reply, after the message.', 'Check your messages!')),
    commentReplyVariations: strings('Other replies.', 'We sent you a message.'),
    dmDelaySeconds: Count('How long to wait before the message is sent.', 30),
    commentReplyDelaySeconds: Count(
      'How long after the comment arrived the public reply is posted, but never before the message.',
      60,
    ),
    isActive: fields.isActive,
    linkTracking: Flag('Always false.', false),
    alsoMatchInDms: Flag('Always false.', false),
    stats: Type.Object(
      {
        totalTriggered: Count('How often a comment or reply matched.', 14),
        totalSent: Count('How often the message was sent.', 13),
        totalFailed: Count('How often it could not be sent.', 1),
      },
      { description: 'Numbers since the automation was created.' },
    ),
    createdAt,
    updatedAt,
  },
  { title: 'CommentAutomation', description: 'A message to everybody whose comment or story reply matches.' },
);
export type Automation = Static<typeof Automation>;

const LogStatus = Type.Enum(['pending', 'sent', 'failed', 'skipped'], { description: 'What happened to it.' });

export const AutomationLog = Type.Object(
  {
    id: Id('atl_'),
    commentId: Text('The comment, or the message that replied to a story.', '17858893269000001'),
    platformPostId: Nullable(PlatformPostId),
    commenterId: Text("The platform's ID of the person.", '17841400000000002'),
    commenterName: Nullable(Text('Name of the person.', 'Ada Lovelace')),
    commentText: Text('Text of the comment or reply.', 'Menu please!'),
    source: AutomationTrigger,
    status: LogStatus,
    skipReason: Nullable(
      Type.Enum(
        [
          'already_sent_to_contact',
          'automation_inactive',
          'contact_blocked',
          'contact_unsubscribed',
          'reply_window_closed',
        ],
        { description: 'Why nothing was sent.' },
      ),
    ),
    error: Nullable(Text('Why the message could not be sent.', 'The person does not accept messages')),
    sentMessageId: Nullable(Text("The platform's ID of the message.", 'aWdfZAG1faXRlbToxOklHTWVzc')),
    buttonsDropped: Flag('The platform refused the buttons; they were sent as text.'),
    commentReplyStatus: Nullable(
      Type.Enum(['pending', 'sent', 'failed', 'skipped'], { description: 'What happened to the public reply.' }),
    ),
    commentReplyError: Nullable(Text('Why the public reply failed.', 'The comment was deleted')),
    nextDueAt: Nullable(Timestamp('When the next step is due.')),
    createdAt,
    updatedAt,
  },
  {
    title: 'AutomationLog',
    'x-example': {
      status: 'sent',
      skipReason: null,
      error: null,
      buttonsDropped: false,
      commentReplyStatus: 'sent',
      commentReplyError: null,
      nextDueAt: null,
    },
    description: 'One comment or story reply that matched.',
  },
);
export type AutomationLog = Static<typeof AutomationLog>;

export const AutomationQuery = Type.Object({
  profileId: Type.Optional(Type.String({ description: 'Only automations of this profile.' })),
  accountId: Type.Optional(Type.String({ description: 'Only automations of this account.' })),
});
export type AutomationQuery = Static<typeof AutomationQuery>;

export const AutomationList = Type.Object({ automations: List('Every automation that matches.', Automation) });
export const AutomationChanged = Type.Object({ message: Message, automation: Automation });
export const OneAutomation = Type.Object({
  automation: Automation,
  logs: List('The 20 newest.', AutomationLog),
});

export const LogQuery = Type.Object({
  status: Type.Optional(LogStatus),
  ...skipQuery,
});
export type LogQuery = Static<typeof LogQuery>;

export const LogList = Type.Object({
  logs: List('Newest first.', AutomationLog),
  pagination: Type.Object(
    { ...SkipPagination.properties, total: Count('At most 5,000 are counted.', 1) },
    { description: 'The position of this page.' },
  ),
});
export type LogList = Static<typeof LogList>;

export const TestAutomation = Type.Object(
  { text: Type.String({ minLength: 1, maxLength: 2200, description: 'Text of a comment or reply.' }) },
  { title: 'TestAutomation', 'x-example': { text: 'Menu please!' } },
);
export type TestAutomation = Static<typeof TestAutomation>;

export const AutomationTest = Type.Object(
  {
    matches: Flag('Whether the automation would react.'),
    keyword: Nullable(Text('The first keyword that matches.', 'menu')),
    excludedBy: Nullable(Text('The excluded keyword that prevents a match.', 'refund')),
  },
  { 'x-example': { excludedBy: null } },
);
export type AutomationTest = Static<typeof AutomationTest>;
