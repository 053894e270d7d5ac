import { Type, type Static } from 'typebox';
import { Id, Message, Nullable, Pagination, Timestamp, TrimmedText } from './common.ts';
import { EventTypeName } from './event.ts';
import { ProfileId } from './profile.ts';

const WebhookId = Id('whk_');
const ProfileAccess = Type.Enum(['all_profiles', 'selected_profiles']);

export const Webhook = Type.Object(
  {
    id: WebhookId,
    name: Type.String(),
    url: Type.String(),
    events: Type.Array(Type.String()),
    profileAccess: ProfileAccess,
    profileIds: Type.Array(ProfileId),
    hasSigningSecret: Type.Boolean(),
    secretRotation: Nullable(
      Type.Object(
        { stagedAt: Timestamp, promotesAt: Timestamp },
        { description: 'A new secret is staged: it signs from `promotesAt`, or once you call `promote-secret`.' },
      ),
    ),
    customHeaderNames: Type.Array(Type.String(), { description: 'Values are never returned.' }),
    isActive: Type.Boolean(),
    disabledReason: Nullable(Type.Enum(['auto_consecutive_failures', 'user_disabled', 'gone'])),
    consecutiveFailures: Type.Integer({ description: 'Consecutive deliveries whose attempts all failed.' }),
    lastDeliveredAt: Nullable(Timestamp),
    lastFailedAt: Nullable(Timestamp),
    createdAt: Timestamp,
    updatedAt: Timestamp,
  },
  { title: 'Webhook' },
);
export type Webhook = Static<typeof Webhook>;

const fields = {
  name: TrimmedText(1, 80),
  url: Type.String({ description: 'The URL that receives events: absolute, `https`, with a public host.' }),
  events: Type.Array(EventTypeName, { minItems: 1 }),
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
      }),
      value: Type.String({ maxLength: 4096, description: 'One line. Never returned.' }),
    }),
    { maxItems: 20, description: 'Sent with every delivery. Replaces all headers; `[]` removes them.' },
  ),
  isActive: Type.Boolean({ default: true }),
};

export const CreateWebhook = Type.Object({
  name: fields.name,
  url: fields.url,
  events: fields.events,
  profileAccess: fields.profileAccess,
  profileIds: Type.Optional(fields.profileIds),
  secret: Type.Optional(fields.secret),
  customHeaders: Type.Optional(fields.customHeaders),
  isActive: Type.Optional(fields.isActive),
});
export type CreateWebhook = Static<typeof CreateWebhook>;

export const UpdateWebhook = Type.Partial(Type.Object(fields));
export type UpdateWebhook = Static<typeof UpdateWebhook>;

export const WebhookList = Type.Object({ webhooks: Type.Array(Webhook) });
export const OneWebhook = Type.Object({ webhook: Webhook });
export const WebhookChanged = Type.Object({ message: Message, webhook: Webhook });
export const WebhookTested = Type.Object({ message: Message, eventId: Id('evt_'), deliveryId: Id('whd_') });

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

const DeliveryStatus = Type.Enum(['pending', 'retrying', 'delivered', 'failed']);

export const Delivery = Type.Object(
  {
    deliveryId: Id('whd_'),
    webhookId: WebhookId,
    event: Type.String({ description: 'The type of the event.' }),
    eventId: Id('evt_'),
    resourceId: Type.String(),
    status: DeliveryStatus,
    attemptCount: Type.Integer({ description: 'The total over all runs.' }),
    lastHttpStatus: Nullable(Type.Integer()),
    lastErrorCode: Nullable(Type.Enum([...deliveryErrorCodes])),
    lastDurationMs: Nullable(Type.Integer()),
    createdAt: Timestamp,
    lastAttemptAt: Nullable(Timestamp),
    deliveredAt: Nullable(Timestamp),
    nextAttemptAt: Nullable(Timestamp),
  },
  { title: 'WebhookDelivery' },
);
export type Delivery = Static<typeof Delivery>;

const DeliveryAttempt = Type.Object(
  {
    at: Timestamp,
    httpStatus: Nullable(Type.Integer()),
    errorCode: Nullable(Type.Enum([...deliveryErrorCodes])),
    durationMs: Type.Integer(),
    responseExcerpt: Nullable(
      Type.String({
        description:
          'The first 1,024 bytes of the response body as text, with secrets masked. `null` if there was no response.',
      }),
    ),
  },
  { title: 'WebhookDeliveryAttempt' },
);
export type DeliveryAttempt = Static<typeof DeliveryAttempt>;

const DeliveryDetail = Type.Object(
  {
    ...Delivery.properties,
    url: Nullable(Type.String({ description: 'The current URL of the endpoint. `null` once it is deleted.' })),
    body: Nullable(
      Type.String({ description: 'The body of every attempt. `null` once the event is deleted, after 31 days.' }),
    ),
    attempts: Type.Array(DeliveryAttempt, { description: 'Newest first, at most 100.' }),
  },
  { title: 'WebhookDeliveryDetail' },
);
export type DeliveryDetail = Static<typeof DeliveryDetail>;

export const DeliveryQuery = Type.Object({
  webhookId: Type.Optional(Type.String()),
  event: Type.Optional(EventTypeName),
  status: Type.Optional(DeliveryStatus),
  dateFrom: Type.Optional(Type.String({ description: 'A timestamp, or `YYYY-MM-DD` for the start of that UTC day.' })),
  dateTo: Type.Optional(Type.String({ description: 'A timestamp, or `YYYY-MM-DD` for the end of that UTC day.' })),
  page: Type.Integer({ minimum: 1, default: 1 }),
  limit: Type.Integer({ minimum: 1, maximum: 100, default: 20 }),
});
export type DeliveryQuery = Static<typeof DeliveryQuery>;

export const DeliveryList = Type.Object({
  deliveries: Type.Array(Delivery),
  pagination: Pagination,
});
export const OneDelivery = Type.Object({ delivery: DeliveryDetail });
export const DeliveryChanged = Type.Object({ message: Message, delivery: Delivery });
