import { Type, type Static } from 'typebox';
import { Count, createdAt, Flag, Id, List, Message, Nullable, Pagination, Text, Timestamp, Url } from './common.ts';
import { TrimmedText, updatedAt } from './common.ts';
import { EventTypeName } from './event.ts';
import { ProfileId } from './profile.ts';

const WebhookId = Id('whk_');
const ProfileAccess = Type.Enum(['all_profiles', 'selected_profiles'], {
  description: 'Whether events of all profiles are sent, or only of those in `profileIds`.',
});

export const Webhook = Type.Object(
  {
    id: WebhookId,
    name: Text('Name of the endpoint.', 'Orders service'),
    url: Url('The URL that receives events.', 'https://hooks.example.com/herald'),
    events: List('The event types that are sent.', Text('An event type.', 'post.published')),
    profileAccess: ProfileAccess,
    profileIds: List('Empty with `all_profiles`.', ProfileId),
    hasSigningSecret: Flag('Whether deliveries are signed.'),
    secretRotation: Nullable(
      Type.Object(
        {
          stagedAt: Timestamp('When the new secret was set.'),
          promotesAt: Timestamp('When it starts to sign.', '2026-03-03T09:00:00.000Z'),
        },
        { description: 'A new secret is staged: it signs from `promotesAt`, or once you call `promote-secret`.' },
      ),
    ),
    customHeaderNames: List(
      'Names of the headers that are sent with every delivery. Values are never returned.',
      Text('A header name.', 'X-Api-Token'),
    ),
    isActive: Flag('Whether events are sent.'),
    disabledReason: Nullable(
      Type.Enum(['auto_consecutive_failures', 'user_disabled', 'gone'], {
        description: 'Why no events are sent. `gone`: the endpoint responded with 410.',
      }),
    ),
    consecutiveFailures: Count('Consecutive deliveries whose attempts all failed.'),
    lastDeliveredAt: Nullable(Timestamp('When a delivery last succeeded.')),
    lastFailedAt: Nullable(Timestamp('When a delivery last failed for good.')),
    createdAt,
    updatedAt,
  },
  {
    title: 'Webhook',
    'x-example': {
      profileIds: [],
      secretRotation: null,
      disabledReason: null,
      lastFailedAt: null,
      customHeaderNames: [],
    },
    description: 'An endpoint that receives events.',
  },
);
export type Webhook = Static<typeof Webhook>;

const fields = {
  name: TrimmedText(1, 80, { description: 'Name of the endpoint.' }),
  url: Type.String({ description: 'The URL that receives events: absolute, `https`, with a public host.' }),
  events: Type.Array(EventTypeName, { minItems: 1, description: 'The event types to send.' }),
  profileAccess: ProfileAccess,
  profileIds: Type.Array(ProfileId, { description: 'Required with `selected_profiles`, otherwise empty.' }),
  secret: Nullable(
    Type.String({ minLength: 1, maxLength: 256, description: 'Signs deliveries. `null` removes it. Never returned.' }),
  ),
  customHeaders: Type.Array(
    Type.Object({
      name: Type.String({
        pattern: "^[!#$%&'*+.^_`|~0-9A-Za-z-]{1,100}$",
        'x-rule': 'must be a header name of 1 to 100 letters, digits and hyphens without spaces, such as X-Api-Token',
        description: 'Name of the header.',
      }),
      value: Type.String({ maxLength: 4096, description: 'One line. Never returned.' }),
    }),
    { maxItems: 20, description: 'Sent with every delivery. Replaces all headers; `[]` removes them.' },
  ),
  isActive: Type.Boolean({ default: true, description: 'Whether events are sent.' }),
};

export const CreateWebhook = Type.Object(
  {
    name: fields.name,
    url: fields.url,
    events: fields.events,
    profileAccess: fields.profileAccess,
    profileIds: Type.Optional(fields.profileIds),
    secret: Type.Optional(fields.secret),
    customHeaders: Type.Optional(fields.customHeaders),
    isActive: Type.Optional(fields.isActive),
  },
  {
    title: 'CreateWebhook',
    'x-example': {
      name: 'Orders service',
      url: 'https://hooks.example.com/herald',
      events: ['post.published', 'post.failed'],
    },
  },
);
export type CreateWebhook = Static<typeof CreateWebhook>;

export const UpdateWebhook = Type.Partial(Type.Object(fields), {
  title: 'UpdateWebhook',
  'x-example': { events: ['post.published', 'account.needs_reauth'] },
});
export type UpdateWebhook = Static<typeof UpdateWebhook>;

const EventId = Id('evt_');
const DeliveryId = Id('whd_');

export const WebhookList = Type.Object({ webhooks: List('Every endpoint that the key can access.', Webhook) });
export const OneWebhook = Type.Object({ webhook: Webhook });
export const WebhookChanged = Type.Object({ message: Message, webhook: Webhook });
export const WebhookTested = Type.Object({ message: Message, eventId: EventId, deliveryId: DeliveryId });

const deliveryErrorCodes = [
  'timeout',
  'connectionFailed',
  'dnsFailed',
  'tlsFailed',
  'addressBlocked',
  'redirect',
  'httpError',
  'gone',
  'endpointDisabled',
  'endpointDeleted',
] as const;
export type DeliveryErrorCode = (typeof deliveryErrorCodes)[number];

const ErrorCode = Nullable(
  Type.Enum([...deliveryErrorCodes], { description: 'Why the attempt failed. `null` if it succeeded.' }),
);
const HttpStatus = Nullable(Count('Status of the response. `null` if there was none.', 200));

const DeliveryStatus = Type.Enum(['pending', 'retrying', 'delivered', 'failed'], {
  description: '`failed`: no attempt succeeded and none is left.',
});

const deliveredExample = { status: 'delivered', lastErrorCode: null, nextAttemptAt: null };

export const Delivery = Type.Object(
  {
    deliveryId: DeliveryId,
    webhookId: WebhookId,
    event: Text('The type of the event.', 'post.published'),
    eventId: EventId,
    resourceId: Text('ID of the object that the event is about.', 'pst_0mh2k5n8q1t4w7z0c3f6j9m2'),
    status: DeliveryStatus,
    attemptCount: Count('The total over all runs.', 1),
    lastHttpStatus: HttpStatus,
    lastErrorCode: ErrorCode,
    lastDurationMs: Nullable(Count('How long the last attempt took.', 84)),
    createdAt,
    lastAttemptAt: Nullable(Timestamp('When it was last attempted.')),
    deliveredAt: Nullable(Timestamp('When an attempt succeeded.')),
    nextAttemptAt: Nullable(Timestamp('When it is attempted next. `null` if it is not.')),
  },
  { title: 'WebhookDelivery', 'x-example': deliveredExample, description: 'An event on its way to an endpoint.' },
);
export type Delivery = Static<typeof Delivery>;

const DeliveryAttempt = Type.Object(
  {
    at: Timestamp('When the request was sent.'),
    httpStatus: HttpStatus,
    errorCode: ErrorCode,
    durationMs: Count('How long the attempt took.', 84),
    responseExcerpt: Nullable(
      Text(
        'The first 1,024 bytes of the response body as text, with secrets masked. `null` if there was no response.',
        'ok',
      ),
    ),
  },
  { title: 'WebhookDeliveryAttempt', 'x-example': { errorCode: null }, description: 'One request to an endpoint.' },
);
export type DeliveryAttempt = Static<typeof DeliveryAttempt>;

const DeliveryDetail = Type.Object(
  {
    ...Delivery.properties,
    url: Nullable(
      Url('The current URL of the endpoint. `null` once it is deleted.', 'https://hooks.example.com/herald'),
    ),
    body: Nullable(
      Text(
        'The body of every attempt. `null` once the event is deleted, after 31 days.',
        '{"id":"evt_0mh2k5n8q1t4w7z0c3f6j9m2","type":"post.published"}',
      ),
    ),
    attempts: List('Newest first, at most 100.', DeliveryAttempt),
  },
  {
    title: 'WebhookDeliveryDetail',
    'x-example': deliveredExample,
    description: 'A delivery with its body and attempts.',
  },
);
export type DeliveryDetail = Static<typeof DeliveryDetail>;

export const DeliveryQuery = Type.Object({
  webhookId: Type.Optional(Type.String({ description: 'Only deliveries to this endpoint.' })),
  event: Type.Optional(EventTypeName),
  status: Type.Optional(DeliveryStatus),
  dateFrom: Type.Optional(Type.String({ description: 'A timestamp, or `YYYY-MM-DD` for the start of that UTC day.' })),
  dateTo: Type.Optional(Type.String({ description: 'A timestamp, or `YYYY-MM-DD` for the end of that UTC day.' })),
  page: Type.Integer({ minimum: 1, default: 1, description: 'The page, starting at 1.' }),
  limit: Type.Integer({ minimum: 1, maximum: 100, default: 20, description: 'The most items to return.' }),
});
export type DeliveryQuery = Static<typeof DeliveryQuery>;

export const DeliveryList = Type.Object({
  deliveries: List('Newest first.', Delivery),
  pagination: Pagination,
});
export const OneDelivery = Type.Object({ delivery: DeliveryDetail });
export const DeliveryChanged = Type.Object({ message: Message, delivery: Delivery });
