import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { sql } from 'kysely';
import { countRoundTrips } from '../../test/count-round-trips.ts';
import { startTestApp } from '../../test/harness.ts';
import { createLog } from '../kernel/log.ts';
import { createDatabase, type Tx } from './client.ts';
import { readLater, sendLater } from './send-later.ts';
import { inTransaction } from './transaction.ts';

const t = await startTestApp();
await t.sql('CREATE TABLE notes (number integer PRIMARY KEY, detail jsonb)');
// One connection, which prepares the statements in the first test.
const database = createDatabase({ url: t.databaseUrl, poolSize: 1, log: createLog('silent') });
after(() => database.close());

let next = 0;
const nextNumber = (): number => (next += 1);

async function insertLater(db: Tx, number: number, detail: unknown = null): Promise<void> {
  sendLater(db, sql`INSERT INTO notes VALUES (${number}, ${detail})`.compile(db));
}

async function exists(db: Tx, number: number): Promise<boolean> {
  const { rows } = await sql`SELECT 1 FROM notes WHERE number = ${number}`.execute(db);
  return rows.length > 0;
}

async function isStored(number: number): Promise<boolean> {
  return (await t.sql('SELECT 1 FROM notes WHERE number = $1', [number])).length > 0;
}

async function writeTwo(numbers: readonly [number, number]): Promise<boolean> {
  return await inTransaction(database, async ({ db }) => {
    await insertLater(db, numbers[0]);
    const isVisible = await exists(db, numbers[0]);
    await insertLater(db, numbers[1]);
    return isVisible;
  });
}

test('on a new connection, runs waiting statements in their order before the next one', async () => {
  const numbers = [nextNumber(), nextNumber()] as const;
  assert.equal(await writeTwo(numbers), true);
  for (const number of numbers) assert.equal(await isStored(number), true);
});

test('sends begin and waiting statements with the next statement, and the others with the commit', async () => {
  const numbers = [nextNumber(), nextNumber()] as const;
  let isVisible = false;
  const roundTrips = await countRoundTrips(async () => {
    isVisible = await writeTwo(numbers);
  });
  assert.equal(roundTrips, 2);
  assert.equal(isVisible, true);
  for (const number of numbers) assert.equal(await isStored(number), true);
});

test('reads rows with the next statement, and gives them with property names', async () => {
  // The connection prepares the statements in the first run and sends them together in the second.
  for (const number of [nextNumber(), nextNumber()]) {
    await inTransaction(database, async ({ db }) => {
      const read = readLater(db, sql`SELECT ${number}::integer AS first_number, NULL AS "detail"`.compile(db));
      assert.throws(read, /waits for the next one/);
      await exists(db, number);
      assert.deepEqual(read(), [{ firstNumber: number, detail: null }]);
    });
  }
});

test('the next statement throws the error of a waiting one, and the transaction writes nothing', async () => {
  const [number, other] = [nextNumber(), nextNumber()];
  await writeTwo([number, nextNumber()]);
  const work = inTransaction(database, async ({ db }) => {
    await insertLater(db, other);
    await insertLater(db, number);
    await exists(db, number);
    assert.fail('the statement must not succeed');
  });
  await assert.rejects(work, { code: '23505', constraint: 'notes_pkey' });
  assert.equal(await isStored(other), false);
});

test('the commit throws the error of a waiting statement, and the transaction can be repeated', async () => {
  const [number, other] = [nextNumber(), nextNumber()];
  await writeTwo([number, nextNumber()]);
  let attempts = 0;
  const insertTaken = async ({ db }: { db: Tx }): Promise<void> => {
    attempts += 1;
    await insertLater(db, attempts === 1 ? number : other);
  };
  await inTransaction(database, insertTaken, { repeatOn: 'notes_pkey' });
  assert.equal(attempts, 2);
  assert.equal(await isStored(other), true);
});

test('a transaction without statements, and one that fails before the first, do not reach the server', async () => {
  const number = nextNumber();
  const fault = new Error('no');
  const roundTrips = await countRoundTrips(async () => {
    await inTransaction(database, () => Promise.resolve());
    const failing = inTransaction(database, async ({ db }) => {
      await insertLater(db, number);
      throw fault;
    });
    await assert.rejects(failing, (error) => error === fault);
  });
  assert.equal(roundTrips, 0);
  assert.equal(await isStored(number), false);
});

test('waiting statements are not sent after an error of the callback', async () => {
  const [number, other] = [nextNumber(), nextNumber()];
  const work = inTransaction(database, async ({ db }) => {
    await exists(db, number);
    await insertLater(db, other);
    throw new Error('no');
  });
  await assert.rejects(work, /no/);
  assert.equal(await isStored(other), false);
});

test('passes returned rows to the callback before the commit resolves', async () => {
  for (const round of ['new', 'prepared']) {
    const number = nextNumber();
    let returned: readonly { number: number }[] = [];
    await inTransaction(database, async ({ db }) => {
      const insert = sql<{ number: number }>`INSERT INTO notes VALUES (${number}) RETURNING number`;
      sendLater(db, insert.compile(db), (rows) => {
        returned = rows;
      });
    });
    assert.deepEqual(returned, [{ number }], round);
  }
});

test('a value that cannot be sent fails the transaction, and the connection is used again', async () => {
  const [number, other] = [nextNumber(), nextNumber()];
  await writeTwo([nextNumber(), nextNumber()]);
  const circular: Record<string, unknown> = {};
  circular['itself'] = circular;
  const work = inTransaction(database, async ({ db }) => {
    await insertLater(db, number);
    await insertLater(db, other, circular);
  });
  await assert.rejects(work);
  assert.equal(await isStored(number), false);
  assert.equal(await writeTwo([number, other]), true, 'the connection works');
});
