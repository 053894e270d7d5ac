import { Type, type Static } from 'typebox';
import { exampleId, Count, createdAt, Flag, Id, List, Nullable, Text, Timestamp, Timezone } from './common.ts';
import { TrimmedText, updatedAt } from './common.ts';
import { ProfileId } from './profile.ts';

const QueueId = Id('que_');

const Slot = Type.Object(
  {
    dayOfWeek: Type.Integer({ minimum: 0, maximum: 6, description: '0 is Sunday, 6 Saturday.' }),
    time: Type.String({
      pattern: '^([01][0-9]|2[0-3]):[0-5][0-9]$',
      'x-rule': 'must be a time from 00:00 to 23:59, such as 09:30',
      description: 'Local to `timezone`.',
      examples: ['09:30'],
    }),
  },
  { title: 'Slot', description: 'A time of the week.' },
);

const QueueName = Text('Name of the queue.', 'Weekday mornings');

export const Queue = Type.Object(
  {
    _id: QueueId,
    profileId: ProfileId,
    name: QueueName,
    description: Text('Notes for your team.', 'News and offers'),
    timezone: Timezone,
    slots: List('Sorted, without duplicates.', Slot),
    active: Flag('False: paused. No new posts are placed; posts already placed are published.'),
    isDefault: Flag('Used if a request names no queue.'),
    createdAt,
    updatedAt,
  },
  { title: 'Queue', description: 'A weekly schedule that gives posts their time.' },
);
export type Queue = Static<typeof Queue>;

const NextSlots = List(
  'The next five free slots; empty if the queue is paused or has no slots.',
  Timestamp('A free slot.', '2026-03-02T08:30:00.000Z'),
);

const ofProfile = Type.String({ description: 'The profile of the queue.' });
const queueId = Type.Optional(Type.String({ description: 'Omitted: the default queue of the profile.' }));

const fields = {
  profileId: ofProfile,
  timezone: Type.String({ description: 'IANA name; slots are evaluated in it.', examples: ['Europe/Berlin'] }),
  slots: Type.Array(Slot, { maxItems: 56, description: 'Replaces all slots. Duplicates are dropped.' }),
  name: TrimmedText(1, 100, { description: 'Name of the queue.' }),
  description: Type.String({ maxLength: 500, description: 'Notes for your team. `""` clears them.' }),
  active: Type.Boolean({ description: 'False pauses the queue.' }),
  setAsDefault: Type.Boolean({ description: 'True makes it the default queue of its profile; false is ignored.' }),
};

const required = { profileId: fields.profileId, timezone: fields.timezone, slots: fields.slots };

export const CreateQueue = Type.Object(
  {
    ...required,
    name: Type.Optional(fields.name),
    description: Type.Optional(fields.description),
    active: Type.Optional(fields.active),
    setAsDefault: Type.Optional(fields.setAsDefault),
  },
  {
    title: 'CreateQueue',
    'x-example': {
      name: 'Weekday mornings',
      profileId: exampleId('prf_'),
      timezone: 'Europe/Berlin',
      slots: [
        { dayOfWeek: 1, time: '09:30' },
        { dayOfWeek: 4, time: '17:00' },
      ],
    },
  },
);
export type CreateQueue = Static<typeof CreateQueue>;

export const UpdateQueue = Type.Object(
  {
    ...CreateQueue.properties,
    queueId,
    reshuffleExisting: Type.Optional(
      Type.Boolean({
        description:
          'True moves the scheduled posts of the queue to its new slots, in their order, if time zone or slots change; at most 200.',
      }),
    ),
  },
  {
    title: 'UpdateQueue',
    'x-example': {
      profileId: exampleId('prf_'),
      timezone: 'Europe/Berlin',
      slots: [
        { dayOfWeek: 1, time: '09:30' },
        { dayOfWeek: 4, time: '17:00' },
      ],
    },
  },
);
export type UpdateQueue = Static<typeof UpdateQueue>;

const selected = { profileId: ofProfile, queueId };

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
  count: Type.Integer({ minimum: 1, maximum: 100, default: 20, description: 'How many slots to return.' }),
});
export type PreviewQuery = Static<typeof PreviewQuery>;

export const DeleteQueuesQuery = Type.Object({
  profileId: ofProfile,
  queueId: Type.Optional(Type.String({ description: 'Omitted: every queue of the profile is deleted.' })),
});
export type DeleteQueuesQuery = Static<typeof DeleteQueuesQuery>;

const Success = Type.Boolean({ description: 'Always true; failures are returned as errors.' });
const exists = Flag('Whether the profile has a queue that matches.');

const OneQueue = Type.Object({ exists, schedule: Nullable(Queue), nextSlots: NextSlots }, { title: 'OneQueue' });
const AllQueues = Type.Object(
  {
    exists,
    schedules: List(
      'Every queue of the profile, oldest first.',
      Type.Object({ ...Queue.properties, nextSlots: NextSlots }),
    ),
  },
  { title: 'AllQueues' },
);
export const QueuesFound = Type.Union([OneQueue, AllQueues]);
export type QueuesFound = Static<typeof QueuesFound>;

export const QueueCreated = Type.Object({ success: Success, schedule: Queue, nextSlots: NextSlots });
export const QueueUpdated = Type.Object({
  ...QueueCreated.properties,
  reshuffledCount: Count('Posts that got another time.'),
});
export const QueuesDeleted = Type.Object({
  success: Success,
  deleted: Success,
  deletedCount: Count('How many queues were deleted.', 1),
});

export const NextSlot = Type.Object({
  profileId: ProfileId,
  nextSlot: Timestamp('The next free slot.', '2026-03-02T08:30:00.000Z'),
  timezone: Timezone,
  queueId: QueueId,
  queueName: QueueName,
});
export type NextSlot = Static<typeof NextSlot>;

export const SlotPreview = Type.Object({
  profileId: ProfileId,
  count: Count('The number of slots returned; fewer than requested if fewer are free within 366 days.', 1),
  slots: List('The next free slots, earliest first.', Timestamp('A free slot.', '2026-03-02T08:30:00.000Z')),
});
export type SlotPreview = Static<typeof SlotPreview>;
