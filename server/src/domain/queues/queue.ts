import type { QueueRow } from '../../db/rows.ts';

/** The row and the instant of the database at which it was read. */
export type StoredQueue = QueueRow & { now: Date };

/** The queue named, else the default one of the profile. */
export type Selected = { profileId: string; queueId?: string | undefined };

/** Every slot up to here was taken when so many had been given back. */
export type FullNote = { queueId: string; fullUntil: Date; freedCount: string };
