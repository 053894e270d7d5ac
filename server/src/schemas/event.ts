import { Type, type Static } from 'typebox';
import { Account } from './account.ts';
import { Id, Nullable, Timestamp } from './common.ts';
import { Post, PostTarget } from './post.ts';
import { ProfileId } from './profile.ts';

type EventFacts = { firedWhen: string; resource: string };

const post = (firedWhen: string): EventFacts => ({ firedWhen, resource: 'post' });
const account = (firedWhen: string): EventFacts => ({ firedWhen, resource: 'account' });
const contact = (firedWhen: string): EventFacts => ({ firedWhen, resource: 'contact' });

/** Every type an endpoint can subscribe to. What is not in `eventData` yet comes with its feature. */
export const eventTypes = {
  'post.scheduled': post('A post enters `scheduled`, or gets another time.'),
  'post.published': post('A post is published on all its targets.'),
  'post.partially_failed': post('A post is published on some of its targets only.'),
  'post.failed': post('A post failed on all its targets.'),
  'post.canceled': post('A post is canceled.'),
  'post.missed': post('The lateness rule of a post was applied.'),
  'post.target.published': post('One target of a post is published.'),
  'post.target.failed': post('One target of a post failed.'),
  'post.target.updated': post('The link of a published target became known.'),
  'account.connected': account('An account was connected, or connected again.'),
  'account.needs_reauth': account('An account must be connected again.'),
  'account.disconnected': account('An account was removed, or its authorisation revoked.'),
  'comment.received': { firedWhen: 'Somebody else wrote a comment.', resource: 'comment' },
  'message.received': { firedWhen: 'A message came in.', resource: 'message' },
  'message.sent': { firedWhen: 'A message went out, by Herald or by the owner.', resource: 'message' },
  'automation.sent': { firedWhen: 'An automation sent its reply.', resource: 'automation log' },
  'automation.failed': { firedWhen: 'An automation could not send its reply.', resource: 'automation log' },
  'contact.created': contact('A contact was made.'),
  'contact.updated': contact('A contact was changed.'),
  'contact.deleted': contact('A contact was deleted.'),
  'webhook.test': { firedWhen: 'The test of a webhook endpoint was called.', resource: 'endpoint' },
} as const satisfies Record<string, EventFacts>;

type EventType = keyof typeof eventTypes;

export const EventTypeName = Type.Enum(Object.keys(eventTypes) as EventType[]);

const ProfileIds = Type.Array(ProfileId, { description: 'The profiles the event concerns.' });

const PostData = Type.Object({ post: Post, profileIds: ProfileIds });

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
  account: Type.Object({
    _id: Id('acc_'),
    platform: Type.String(),
    username: Type.String(),
    displayName: Type.String(),
  }),
  profileIds: ProfileIds,
});

/** The `data` of each type that can be emitted, and thereby the list of those types. */
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

export const EventQuery = Type.Object({
  after: Type.Optional(Type.String({ description: 'The `nextCursor` of an earlier answer.' })),
  limit: Type.Integer({ minimum: 1, maximum: 200, default: 50 }),
  type: Type.Optional(Type.Array(EventTypeName, { description: 'Only these types, separated by commas.' })),
});
export type EventQuery = Static<typeof EventQuery>;

export const EventPage = Type.Object({
  events: Type.Array(Envelope),
  nextCursor: Nullable(
    Type.String({ description: 'Lies behind the last event; on an empty page it repeats `after`. Poll with it.' }),
  ),
  hasMore: Type.Boolean(),
});
