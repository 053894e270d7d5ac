import { defaultProfile } from '../factories.ts';
import type { TestApp, TestUser } from '../harness.ts';

export type ContactOwner = { user: TestUser; profileId: string };

export async function newContactOwner(t: TestApp): Promise<ContactOwner> {
  const user = await t.newUser();
  return { user, profileId: (await defaultProfile(user.call))._id };
}

type Filling = { ownerId: string; profileId: string; count: number };

/** Without requests, to reach the limit quickly. */
export async function insertFillers(t: TestApp, { ownerId, profileId, count }: Filling): Promise<void> {
  await t.sql(
    `INSERT INTO contacts (owner_id, profile_id, id, name, tags, is_subscribed, is_blocked, source, folded_texts,
                           lower_tags, created_at, updated_at)
     SELECT $1, $2, 'ctc_filler' || n, 'Filler', '{}', true, false, 'api', '{}', '{}', now(), now()
       FROM generate_series(1, $3::int) AS n`,
    [ownerId, profileId, count],
  );
}
