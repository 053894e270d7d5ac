import type { QueueRow } from '../../db/rows.ts';

/** `now`: the database time at which the row was read. */
export type StoredQueue = QueueRow & { now: Date };

/** Without `queueId`, the default queue of the profile. */
export type Selected = { profileId: string; queueId?: string | undefined };

/** All slots up to `fullUntil` were taken when `freedCount` had this value. */
export type FullNote = { queueId: string; fullUntil: Date; freedCount: string };
