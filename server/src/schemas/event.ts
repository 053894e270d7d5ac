import { Type, type Static } from 'typebox';
import { Account } from './account.ts';
import { AutomationLog, AutomationTrigger } from './automation.ts';
import { Comment } from './comment.ts';
import { Contact } from './contact.ts';
import { Id, Nullable, Timestamp } from './common.ts';
import { Conversation, Message } from './inbox.ts';
import { Post, PostTarget } from './post.ts';
import { ProfileId } from './profile.ts';

type EventFacts = { firedWhen: string; resource: string };

const post = (firedWhen: string): EventFacts => ({ firedWhen, resource: 'post' });
const account = (firedWhen: string): EventFacts => ({ firedWhen, resource: 'account' });
const contact = (firedWhen: string): EventFacts => ({ firedWhen, resource: 'contact' });

/** Every type that an endpoint can subscribe to, including types of features to come. */
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

export const EventTypeName = Type.Enum(Object.keys(eventTypes) as EventType[]);

const ProfileIds = Type.Array(ProfileId, { description: 'The profiles the event concerns.' });

const PostData = Type.Object({ post: Post, profileIds: ProfileIds });

const EventAccount = Type.Object({
  _id: Id('acc_'),
  platform: Type.String(),
  username: Type.String(),
  displayName: Type.String(),
});

const MessageData = Type.Object({
  message: Message,
  conversation: Conversation,
  contactId: Nullable(Type.String({ description: 'The contact that the conversation is with, if there is one.' })),
  account: EventAccount,
  profileIds: ProfileIds,
});

const AutomationData = Type.Object({
  automation: Type.Object({
    id: Id('aut_'),
    name: Type.String(),
    accountId: Id('acc_'),
    trigger: AutomationTrigger,
  }),
  log: AutomationLog,
  profileIds: ProfileIds,
});

const ContactData = Type.Object({ contact: Contact, profileIds: ProfileIds });

const TargetData = Type.Object({
  postId: Id('pst_'),
  target: PostTarget,
  post: Type.Object({
    _id: Id('pst_'),
    title: Type.String(),
    status: Type.String(),
    scheduledFor: Nullable(Timestamp),
    metadata: Nullable(Type.Record(Type.String(), Type.Unknown())),
  }),
  account: EventAccount,
  profileIds: ProfileIds,
});

/** The `data` of each type that can be emitted now. */
export const eventData = {
  'post.scheduled': PostData,
  'post.published': PostData,
  'post.partially_failed': PostData,
  'post.failed': PostData,
  'post.canceled': PostData,
  'post.missed': Type.Object({
    post: Post,
    missed: Type.Object({
      scheduledFor: Nullable(Timestamp),
      lateMinutes: Type.Integer(),
      outcome: Type.Enum(['hold', 'skip']),
    }),
    profileIds: ProfileIds,
  }),
  'post.target.published': TargetData,
  'post.target.failed': TargetData,
  'post.target.updated': TargetData,
  'account.connected': Type.Object({ account: Account, profileIds: ProfileIds }),
  'account.needs_reauth': Type.Object({
    account: Account,
    reason: Type.String(),
    missingScopes: Type.Optional(Type.Array(Type.String())),
    profileIds: ProfileIds,
  }),
  'account.disconnected': Type.Object({
    account: Account,
    disconnectionType: Type.Enum(['intentional', 'unintentional']),
    reason: Type.String(),
    profileIds: ProfileIds,
  }),
  'automation.sent': AutomationData,
  'automation.failed': AutomationData,
  'contact.created': ContactData,
  'contact.updated': ContactData,
  'contact.deleted': ContactData,
  'comment.received': Type.Object({
    comment: Comment,
    post: Type.Object({ _id: Nullable(Id('pst_')), platformPostId: Type.String() }),
    account: EventAccount,
    profileIds: ProfileIds,
  }),
  'message.received': MessageData,
  'message.sent': MessageData,
  'webhook.test': Type.Object({
    webhook: Type.Object({ id: Id('whk_'), name: Type.String() }),
    message: Type.String(),
    profileIds: ProfileIds,
  }),
};

export type EventData = { [Name in keyof typeof eventData]: Static<(typeof eventData)[Name]> };

export const Envelope = Type.Object(
  {
    id: Id('evt_'),
    type: EventTypeName,
    apiVersion: Type.Literal('v1'),
    createdAt: Timestamp,
    data: Type.Object({ profileIds: ProfileIds }, { additionalProperties: true, description: 'See docs/events.md.' }),
  },
  { title: 'Event' },
);
export type Envelope = Static<typeof Envelope>;

export const waitSecondsMax = 30;

export const EventQuery = Type.Object({
  after: Type.Optional(Type.String({ description: 'The `nextCursor` of an earlier response.' })),
  limit: Type.Integer({ minimum: 1, maximum: 200, default: 50 }),
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
  events: Type.Array(Envelope),
  nextCursor: Nullable(
    Type.String({ description: 'The position after the last event; an empty page repeats `after`. Use it to poll.' }),
  ),
  hasMore: Type.Boolean(),
});
