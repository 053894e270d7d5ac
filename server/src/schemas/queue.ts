import { Type, type Static } from 'typebox';
import { Id, Timestamp, TrimmedText } from './common.ts';
import { ProfileId } from './profile.ts';

const QueueId = Id('que_');

const Slot = Type.Object({
  dayOfWeek: Type.Integer({ minimum: 0, maximum: 6, description: '0 is Sunday, 6 Saturday.' }),
  time: Type.String({
    pattern: '^([01][0-9]|2[0-3]):[0-5][0-9]$',
    'x-rule': 'must be a time from 00:00 to 23:59, such as 09:30',
    description: 'Local to `timezone`.',
    examples: ['09:30'],
  }),
});

export const Queue = Type.Object(
  {
    _id: QueueId,
    profileId: ProfileId,
    name: Type.String(),
    description: Type.String(),
    timezone: Type.String({ examples: ['Europe/Berlin'] }),
    slots: Type.Array(Slot, { description: 'Sorted, without duplicates.' }),
    active: Type.Boolean({
      description: 'False: paused. No new posts are placed; posts already placed are published.',
    }),
    isDefault: Type.Boolean({ description: 'Used if a request names no queue.' }),
    createdAt: Timestamp,
    updatedAt: Timestamp,
  },
  { title: 'Queue' },
);
export type Queue = Static<typeof Queue>;

const NextSlots = Type.Array(Timestamp, {
  description: 'The next five free slots; empty if the queue is paused or has no slots.',
});

const fields = {
  profileId: Type.String(),
  timezone: Type.String({ description: 'IANA name; slots are evaluated in it.', examples: ['Europe/Berlin'] }),
  slots: Type.Array(Slot, { maxItems: 56 }),
  name: TrimmedText(1, 100),
  description: Type.String({ maxLength: 500, description: '`""` clears it.' }),
  active: Type.Boolean({ description: 'False pauses the queue.' }),
  setAsDefault: Type.Boolean({ description: 'True makes it the default queue of its profile; false is ignored.' }),
};

const required = { profileId: fields.profileId, timezone: fields.timezone, slots: fields.slots };

export const CreateQueue = Type.Object({
  ...required,
  name: Type.Optional(TrimmedText(1, 100)),
  description: Type.Optional(fields.description),
  active: Type.Optional(fields.active),
  setAsDefault: Type.Optional(fields.setAsDefault),
});
export type CreateQueue = Static<typeof CreateQueue>;

export const UpdateQueue = Type.Object({
  ...CreateQueue.properties,
  queueId: Type.Optional(Type.String({ description: 'Omitted: the default queue of the profile.' })),
  reshuffleExisting: Type.Optional(
    Type.Boolean({
      description:
        'True moves the scheduled posts of the queue to its new slots, in their order, if time zone or slots change; at most 200.',
    }),
  ),
});
export type UpdateQueue = Static<typeof UpdateQueue>;

const selected = {
  profileId: Type.String(),
  queueId: Type.Optional(Type.String({ description: 'Omitted: the default queue of the profile.' })),
};

export const QueueQuery = Type.Object({
  ...selected,
  all: Type.Optional(
    Type.Boolean({ description: 'True: every queue of the profile, oldest first; not with `queueId`.' }),
  ),
});
export type QueueQuery = Static<typeof QueueQuery>;

export const NextSlotQuery = Type.Object(selected);
export type NextSlotQuery = Static<typeof NextSlotQuery>;

export const PreviewQuery = Type.Object({
  ...selected,
  count: Type.Integer({ minimum: 1, maximum: 100, default: 20 }),
});
export type PreviewQuery = Static<typeof PreviewQuery>;

export const DeleteQueuesQuery = Type.Object({
  profileId: Type.String(),
  queueId: Type.Optional(Type.String({ description: 'Omitted: every queue of the profile is deleted.' })),
});
export type DeleteQueuesQuery = Static<typeof DeleteQueuesQuery>;

const Success = Type.Boolean({ description: 'Always true; failures are returned as errors.' });

const OneQueue = Type.Object({
  exists: Type.Boolean(),
  schedule: Type.Union([Queue, Type.Null()]),
  nextSlots: NextSlots,
});
const AllQueues = Type.Object({
  exists: Type.Boolean(),
  schedules: Type.Array(Type.Object({ ...Queue.properties, nextSlots: NextSlots })),
});
export const QueuesFound = Type.Union([OneQueue, AllQueues]);
export type QueuesFound = Static<typeof QueuesFound>;

export const QueueCreated = Type.Object({ success: Success, schedule: Queue, nextSlots: NextSlots });
export const QueueUpdated = Type.Object({
  ...QueueCreated.properties,
  reshuffledCount: Type.Integer({ description: 'Posts that got another time.' }),
});
export const QueuesDeleted = Type.Object({ success: Success, deleted: Success, deletedCount: Type.Integer() });

export const NextSlot = Type.Object({
  profileId: ProfileId,
  nextSlot: Timestamp,
  timezone: Type.String(),
  queueId: QueueId,
  queueName: Type.String(),
});
export type NextSlot = Static<typeof NextSlot>;

export const SlotPreview = Type.Object({
  profileId: ProfileId,
  count: Type.Integer({
    description: 'The number of slots returned; fewer than requested if fewer are free within 366 days.',
  }),
  slots: Type.Array(Timestamp),
});
export type SlotPreview = Static<typeof SlotPreview>;
