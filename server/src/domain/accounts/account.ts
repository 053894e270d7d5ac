import type { AccountRow, Plan } from '../../db/rows.ts';

/** `now` is the database time of the read. */
export type StoredAccount = AccountRow & {
  profileName: string;
  profileSlug: string;
  profileColor: string;
  plan: Plan;
  now: Date;
};
