import { Type, type Static } from 'typebox';
import { Account } from './account.ts';
import { AutomationLog, AutomationTrigger } from './automation.ts';
import { Comment } from './comment.ts';
import { Contact } from './contact.ts';
import { AccountId, Count, createdAt, cursorQuery, DisplayName, Flag, Id, Json, List, Nullable } from './common.ts';
import { PlatformName, PlatformPostId, PostId, Text, Timestamp, Username } from './common.ts';
import { Conversation, Message } from './inbox.ts';
import { Post, PostTarget } from './post.ts';
import { ProfileId } from './profile.ts';

type EventFacts = { firedWhen: string; resource: string };

const post = (firedWhen: string): EventFacts => ({ firedWhen, resource: 'post' });
const account = (firedWhen: string): EventFacts => ({ firedWhen, resource: 'account' });
const contact = (firedWhen: string): EventFacts => ({ firedWhen, resource: 'contact' });

export const eventTypes = {
  'post.scheduled': post('A post becomes `scheduled`, or its time changes.'),
  'post.published': post('A post is published on all its targets.'),
  'post.partially_failed': post('A post is published on some of its targets only.'),
  'post.failed': post('A post failed on all its targets.'),
  'post.canceled': post('A post is canceled.'),
  'post.missed': post('The lateness rule of a post was applied.'),
  'post.target.published': post('One target of a post is published.'),
  'post.target.failed': post('One target of a post failed.'),
  'post.target.updated': post('The permalink of a published target became known.'),
  'account.connected': account('An account was connected, or connected again.'),
  'account.needs_reauth': account('An account must be connected again.'),
  'account.disconnected': account('An account was removed, or its access was revoked.'),
  'comment.received': { firedWhen: 'Somebody else wrote a comment.', resource: 'comment' },
  'message.received': { firedWhen: 'A message was received.', resource: 'message' },
  'message.sent': { firedWhen: 'A message was sent by Herald or by the owner.', resource: 'message' },
  'automation.sent': { firedWhen: 'An automation sent its reply.', resource: 'automation log' },
  'automation.failed': { firedWhen: 'An automation could not send its reply.', resource: 'automation log' },
  'contact.created': contact('A contact was created.'),
  'contact.updated': contact('A contact was changed.'),
  'contact.deleted': contact('A contact was deleted.'),
  'webhook.test': { firedWhen: 'A test event was requested for a webhook endpoint.', resource: 'endpoint' },
} as const satisfies Record<string, EventFacts>;

type EventType = keyof typeof eventTypes;

export const EventTypeName = Type.Enum(Object.keys(eventTypes) as EventType[], {
  title: 'EventType',
  description: 'What happened.',
});

const profileIds = List('The profiles the event concerns.', ProfileId);

const PostData = Type.Object(
  { post: Post, profileIds },
  { title: 'PostEventData', description: 'What the event is about.' },
);

const EventAccount = Type.Object(
  { _id: AccountId, platform: PlatformName, username: Username, displayName: DisplayName },
  { title: 'EventAccount', description: 'The account that the event concerns.' },
);

const MessageData = Type.Object(
  {
    message: Message,
    conversation: Conversation,
    contactId: Nullable(
      Text('The contact that the conversation is with, if there is one.', 'ctc_0mh2k5n8q1t4w7z0c3f6j9m2'),
    ),
    account: EventAccount,
    profileIds,
  },
  { title: 'MessageEventData', description: 'What the event is about.' },
);

const AutomationData = Type.Object(
  {
    automation: Type.Object(
      {
        id: Id('aut_'),
        name: Text('Name of the automation.', 'Send the menu'),
        accountId: AccountId,
        trigger: AutomationTrigger,
      },
      { description: 'The automation that ran.' },
    ),
    log: AutomationLog,
    profileIds,
  },
  { title: 'AutomationEventData', description: 'What the event is about.' },
);

const ContactData = Type.Object(
  { contact: Contact, profileIds },
  { title: 'ContactEventData', description: 'What the event is about.' },
);

const TargetData = Type.Object(
  {
    postId: PostId,
    target: PostTarget,
    post: Type.Object(
      {
        _id: PostId,
        title: Text('Title of the post.', 'Spring menu'),
        status: Text('Status of the post.', 'published'),
        scheduledFor: Nullable(Timestamp('When the post is due.')),
        metadata: Nullable(Json('Your own data.')),
      },
      { description: 'The post of the target.' },
    ),
    account: EventAccount,
    profileIds,
  },
  { title: 'TargetEventData', description: 'What the event is about.' },
);

const Reason = Text('Why, for humans.', 'The owner removed the access');

/** Only types that can be emitted now. */
export const eventData = {
  'post.scheduled': PostData,
  'post.published': PostData,
  'post.partially_failed': PostData,
  'post.failed': PostData,
  'post.canceled': PostData,
  'post.missed': Type.Object(
    {
      post: Post,
      missed: Type.Object(
        {
          scheduledFor: Nullable(Timestamp('When the post was due.')),
          lateMinutes: Count('How late it was.', 95),
          outcome: Type.Enum(['hold', 'skip'], { description: 'The `otherwise` of the rule that was applied.' }),
        },
        { description: 'How late the post was.' },
      ),
      profileIds,
    },
    { title: 'PostMissedEventData', description: 'What the event is about.' },
  ),
  'post.target.published': TargetData,
  'post.target.failed': TargetData,
  'post.target.updated': TargetData,
  'account.connected': Type.Object(
    { account: Account, profileIds },
    { title: 'AccountConnectedEventData', description: 'What the event is about.' },
  ),
  'account.needs_reauth': Type.Object(
    {
      account: Account,
      reason: Reason,
      missingScopes: Type.Optional(
        List('The scopes that the account still needs.', Text('A scope.', 'instagram_business_content_publish')),
      ),
      profileIds,
    },
    { title: 'AccountNeedsReauthEventData', description: 'What the event is about.' },
  ),
  'account.disconnected': Type.Object(
    {
      account: Account,
      disconnectionType: Type.Enum(['intentional', 'unintentional'], {
        description: '`intentional`: the account was removed from Herald.',
      }),
      reason: Reason,
      profileIds,
    },
    { title: 'AccountDisconnectedEventData', description: 'What the event is about.' },
  ),
  'automation.sent': AutomationData,
  'automation.failed': AutomationData,
  'contact.created': ContactData,
  'contact.updated': ContactData,
  'contact.deleted': ContactData,
  'comment.received': Type.Object(
    {
      comment: Comment,
      post: Type.Object(
        { _id: Nullable(Id('pst_', 'ID of the post, if Herald published it.')), platformPostId: PlatformPostId },
        { description: 'The post that has the comment.' },
      ),
      account: EventAccount,
      profileIds,
    },
    { title: 'CommentReceivedEventData', description: 'What the event is about.' },
  ),
  'message.received': MessageData,
  'message.sent': MessageData,
  'webhook.test': Type.Object(
    {
      webhook: Type.Object(
        { id: Id('whk_'), name: Text('Name of the endpoint.', 'Orders service') },
        { description: 'The endpoint that is tested.' },
      ),
      message: Text('A text for humans.', 'This is a test event'),
      profileIds,
    },
    { title: 'WebhookTestEventData', description: 'What the event is about.' },
  ),
};

export type EventData = { [Name in keyof typeof eventData]: Static<(typeof eventData)[Name]> };

export const Envelope = Type.Object(
  {
    id: Id('evt_', 'ID of the event; use it to discard duplicates.'),
    type: EventTypeName,
    apiVersion: Type.Literal('v1', { description: 'The version of the shape of `data`.' }),
    createdAt,
    data: Type.Object({ profileIds }, { additionalProperties: true, description: 'Depends on `type`, see Webhooks.' }),
  },
  {
    title: 'Event',
    description: 'Something that happened.',
    examples: [
      {
        id: 'evt_0mh2k5n8q1t4w7z0c3f6j9m2',
        type: 'webhook.test',
        apiVersion: 'v1',
        createdAt: '2026-02-03T09:00:00.000Z',
        data: {
          webhook: { id: 'whk_0mh2k5n8q1t4w7z0c3f6j9m2', name: 'Orders service' },
          message: 'This is a test event',
          profileIds: ['prf_0mh2k5n8q1t4w7z0c3f6j9m2'],
        },
      },
    ],
  },
);
export type Envelope = Static<typeof Envelope>;

export const waitSecondsMax = 30;

export const EventQuery = Type.Object({
  after: Type.Optional(Type.String({ description: 'The `nextCursor` of an earlier response.' })),
  limit: cursorQuery(200, 50).limit,
  type: Type.Optional(Type.Array(EventTypeName, { description: 'Only these types, separated by commas.' })),
  wait: Type.Integer({
    minimum: 0,
    maximum: waitSecondsMax,
    default: 0,
    description:
      'How many seconds to wait for an event if there is none. At most 10 requests of a user wait at the same time; ' +
      'further ones return at once.',
  }),
});
export type EventQuery = Static<typeof EventQuery>;

export const EventPage = Type.Object({
  events: List('Oldest first.', Envelope),
  nextCursor: Nullable(
    Text('The position after the last event; an empty page repeats `after`. Use it to poll.', 'MDAwMDAwMDAwMDAwMDA0Mg'),
  ),
  hasMore: Flag('Whether there are more events now.'),
});
