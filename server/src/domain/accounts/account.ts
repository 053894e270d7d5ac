import type { AccountRow, Plan } from '../../db/rows.ts';

/** The row, its profile as accounts embed it, the plan of its owner, and the instant of the database at which it was read. */
export type StoredAccount = AccountRow & {
  profile_name: string;
  profile_slug: string;
  profile_color: string;
  plan: Plan;
  now: Date;
};
