import assert from 'node:assert/strict';
import { test } from 'node:test';
import { insertFillers } from '../../../../test/data/contacts.ts';
import { assertError } from '../../../../test/factories.ts';
import { startTestApp } from '../../../../test/harness.ts';

const t = await startTestApp();
const rounds = 200;
const racers = 50;

const name = `in each of ${rounds} rounds of ${racers} parallel creations at the limit minus one, exactly one passes`;
// Takes about a minute alone, several beside other test files.
test(name, { timeout: 600_000 }, async () => {
  const { call, ownerId } = await t.newUser();
  const { profiles } = (await call('GET', '/v1/profiles')).body;
  const profileId: string = profiles[0]._id;
  await insertFillers(t, { ownerId, profileId, count: 4999 });
  for (let round = 1; round <= rounds; round += 1) {
    const bodies = Array.from({ length: racers }, (_, n) => ({ profileId, name: `Racer ${round}.${n}` }));
    const responses = await Promise.all(bodies.map((body) => call('POST', '/v1/contacts', { body })));
    const [winner, ...others] = responses.toSorted((a, b) => a.status - b.status);
    assert.equal(winner?.status, 201, winner?.text);
    for (const response of others) assertError(response, 409, { code: 'limitReached' });
    const [{ count } = { count: 0 }] = await t.sql<{ count: number }>(
      'SELECT count(*)::int AS count FROM contacts WHERE owner_id = $1',
      [ownerId],
    );
    assert.equal(count, 5000, `round ${round}`);
    await t.sql('DELETE FROM contacts WHERE id = $1', [winner.body.contact.id]);
  }
});
