import type { AccountRow } from '../../db/rows.ts';

/** The row, its profile as accounts embed it, and the instant of the database at which it was read. */
export type StoredAccount = AccountRow & {
  profile_name: string;
  profile_slug: string;
  profile_color: string;
  now: Date;
};
