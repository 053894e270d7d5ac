import type { QueueRow } from '../../db/rows.ts';

/** `now` is the database time of the read. */
export type StoredQueue = QueueRow & { now: Date };

export type Selected = { profileId: string; queueId?: string | undefined };

/** All slots up to `fullUntil` were taken when `freedCount` had this value. */
export type FullNote = { queueId: string; fullUntil: Date; freedCount: string };
