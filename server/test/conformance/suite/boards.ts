import assert from 'node:assert/strict';
import type { Board, Boards, RemoteAccount } from '../../../src/platforms/adapter.ts';
import { newAccount } from '../people.ts';
import type { World } from '../world.ts';
import { edgeFor, hadEffect, isNamedWait, lostKinds, resetSeconds, type Check, type Suite } from './suite.ts';

type Given = NonNullable<World['given']['boards']>;
type Capability = { boards: Boards; given: Given };

/** Places of an account that posts go to. */
export const boardsSuite: Suite = (world, check) => {
  const { boards } = world.adapter;
  const { boards: given } = world.given;
  assert.equal(boards === undefined, given === undefined, 'boards need their description');
  if (boards === undefined || given === undefined) return;
  goodChecks(world, check, { boards, given });
  readChecks(world, check, { boards, given });
  createChecks(world, check, { boards, given });
};

const wanted = { name: 'A board of “words” & more', description: 'What it is for', privacy: 'PUBLIC' };

async function listed(world: World, boards: Boards, account: RemoteAccount): Promise<Board[]> {
  const list = await boards.list(world.as(account));
  assert.ok(list.kind === 'boards', JSON.stringify(list));
  return list.boards;
}

function goodChecks(world: World, check: Check, { boards, given }: Capability): void {
  for (const privacy of given.privacies) {
    check(['boards'], `a ${privacy} one that was made is listed, and found by its id`, async () => {
      const [account, other] = [await newAccount(world), await newAccount(world)];
      const before = await listed(world, boards, account);
      const made = await boards.create(world.as(account), { ...wanted, privacy });
      assert.ok(made.kind === 'board', JSON.stringify(made));
      assert.partialDeepStrictEqual(made.board, { ...wanted, privacy });
      const after = await listed(world, boards, account);
      assert.equal(after.length, before.length + 1);
      assert.deepEqual(
        after.find(({ id }) => id === made.board.id),
        made.board,
      );
      assert.deepEqual(await boards.find(world.as(account), made.board.id), made);
      assert.deepEqual(await boards.find(world.as(other), made.board.id), { kind: 'missing' });
    });
  }

  check(['boards'], 'what is no board is missing', async () => {
    const account = await newAccount(world);
    for (const id of [given.missing, '', 'no/../id', 'ü'.repeat(300)]) {
      assert.deepEqual(await boards.find(world.as(account), id), { kind: 'missing' }, id);
    }
  });

  check(['boards'], 'a name that is taken is refused, and so is a post to where there is no board', async () => {
    const account = await newAccount(world);
    await boards.create(world.as(account), wanted);
    const again = await boards.create(world.as(account), wanted);
    assert.equal(again.kind, 'rejected', JSON.stringify(again));
    const post = world.post(given.post);
    const lost = { ...post, settings: { ...post.settings, [given.setting]: given.missing } };
    const { publish } = world.adapter;
    const step = await publish.prepare(world.as(account), lost, undefined);
    assert.ok(step.kind === 'ready', JSON.stringify(step));
    const outcome = await publish.send(world.as(account), lost, step.handle);
    assert.equal(outcome.kind, 'rejected', JSON.stringify(outcome));
  });
}

const refusals = { tokenExpired: 'disconnected', tokenRevoked: 'disconnected', scopeMissing: 'scopeMissing' };

function readChecks(world: World, check: Check, { boards, given }: Capability): void {
  const reads = {
    list: (account: RemoteAccount, edge = {}) => boards.list(world.as(account, edge)),
    find: (account: RemoteAccount, edge = {}) => boards.find(world.as(account, edge), given.missing),
  };
  for (const [name, read] of Object.entries(reads)) {
    const operation = given.operations[name as keyof typeof reads];
    for (const kind of lostKinds) {
      check(['boards', kind], `${operation} in trouble is no word that there is none`, async () => {
        const account = await newAccount(world);
        await world.fault(kind, operation);
        const answer = await read(account, edgeFor(kind));
        assert.equal(answer.kind, 'notDone', JSON.stringify(answer));
      });
    }
    check(['boards', 'rateLimit'], `${operation} says how long to wait`, async () => {
      const account = await newAccount(world);
      await world.fault('rateLimit', operation, { value: resetSeconds });
      const answer = await read(account);
      assert.ok(answer.kind === 'rateLimited' && isNamedWait(world, answer.retryAfterMs), JSON.stringify(answer));
    });
    for (const [kind, expected] of Object.entries(refusals)) {
      check(['boards', kind], `${operation} says why there is no answer`, async () => {
        const account = await newAccount(world);
        await world.fault(kind, operation);
        assert.equal((await read(account)).kind, expected);
      });
    }
    check(['boards', 'notSent'], `${operation} that never left is not done`, async () => {
      assert.equal((await read(await newAccount(world), { isOffline: true })).kind, 'notDone');
    });
  }
}

function createChecks(world: World, check: Check, { boards, given }: Capability): void {
  const { create: operation } = given.operations;
  for (const kind of lostKinds) {
    check(['boards', kind], `${operation} without a good answer is unknown, and the list tells`, async () => {
      const account = await newAccount(world);
      await world.fault(kind, operation);
      const made = await boards.create(world.as(account, edgeFor(kind)), wanted);
      assert.equal(made.kind, 'unknown', JSON.stringify(made));
      const isThere = (await listed(world, boards, account)).some(({ name }) => name === wanted.name);
      assert.equal(isThere, hadEffect(kind));
    });
  }
  for (const [kind, expected] of Object.entries({ ...refusals, rateLimit: 'rateLimited' })) {
    check(['boards', kind], `${operation} says why nothing was made`, async () => {
      const account = await newAccount(world);
      await world.fault(kind, operation);
      const made = await boards.create(world.as(account), wanted);
      assert.equal(made.kind, expected, JSON.stringify(made));
      assert.ok((await listed(world, boards, await newAccount(world))).every(({ name }) => name !== wanted.name));
    });
  }
  check(['boards', 'notSent'], `${operation} that never left is not done`, async () => {
    const made = await boards.create(world.as(await newAccount(world), { isOffline: true }), wanted);
    assert.equal(made.kind, 'notDone', JSON.stringify(made));
  });
}
