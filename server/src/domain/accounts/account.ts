import type { AccountRow, Plan } from '../../db/rows.ts';

/** `now`: the database time at which the row was read. */
export type StoredAccount = AccountRow & {
  profileName: string;
  profileSlug: string;
  profileColor: string;
  plan: Plan;
  now: Date;
};
