import assert from 'node:assert/strict';
import type { Board, Boards, RemoteAccount } from '../../../src/platforms/adapter.ts';
import { newAccount } from '../people.ts';
import type { PlatformFixture } from '../platform-fixture.ts';
import { edgeFor, hadEffect, isNamedWait, lostKinds, resetSeconds, type Check, type Suite } from './suite.ts';

type BoardsFixture = NonNullable<PlatformFixture['platformCase']['boards']>;
type Capability = { boards: Boards; boardsCase: BoardsFixture };

export const boardsSuite: Suite = (fixture, check) => {
  const { boards } = fixture.adapter;
  const { boards: boardsCase } = fixture.platformCase;
  assert.equal(boards === undefined, boardsCase === undefined, 'the description of boards is missing');
  if (boards === undefined || boardsCase === undefined) return;
  goodChecks(fixture, check, { boards, boardsCase });
  readChecks(fixture, check, { boards, boardsCase });
  createChecks(fixture, check, { boards, boardsCase });
};

const newBoard = { name: 'A board of “words” & more', description: 'What it is for', privacy: 'PUBLIC' };

async function listed(fixture: PlatformFixture, boards: Boards, account: RemoteAccount): Promise<Board[]> {
  const list = await boards.list(fixture.as(account));
  assert.ok(list.kind === 'boards', JSON.stringify(list));
  return list.boards;
}

function goodChecks(fixture: PlatformFixture, check: Check, { boards, boardsCase }: Capability): void {
  for (const privacy of boardsCase.privacies) {
    check(['boards'], `a created ${privacy} board is listed and found by its ID`, async () => {
      const [account, other] = [await newAccount(fixture), await newAccount(fixture)];
      const before = await listed(fixture, boards, account);
      const result = await boards.create(fixture.as(account), { ...newBoard, privacy });
      assert.ok(result.kind === 'board', JSON.stringify(result));
      assert.partialDeepStrictEqual(result.board, { ...newBoard, privacy });
      const after = await listed(fixture, boards, account);
      assert.equal(after.length, before.length + 1);
      assert.deepEqual(
        after.find(({ id }) => id === result.board.id),
        result.board,
      );
      assert.deepEqual(await boards.find(fixture.as(account), result.board.id), result);
      assert.deepEqual(await boards.find(fixture.as(other), result.board.id), { kind: 'missing' });
    });
  }

  check(['boards'], 'an unknown board is reported as missing', async () => {
    const account = await newAccount(fixture);
    for (const id of [boardsCase.missing, '', 'no/../id', 'ü'.repeat(300)]) {
      assert.deepEqual(await boards.find(fixture.as(account), id), { kind: 'missing' }, id);
    }
  });

  check(['boards'], 'refuses a name that is taken, and a post to an unknown board', async () => {
    const account = await newAccount(fixture);
    await boards.create(fixture.as(account), newBoard);
    const again = await boards.create(fixture.as(account), newBoard);
    assert.equal(again.kind, 'rejected', JSON.stringify(again));
    const post = fixture.post(boardsCase.post);
    const lost = { ...post, settings: { ...post.settings, [boardsCase.setting]: boardsCase.missing } };
    const { publish } = fixture.adapter;
    const step = await publish.prepare(fixture.as(account), lost, undefined);
    assert.ok(step.kind === 'ready', JSON.stringify(step));
    const outcome = await publish.send(fixture.as(account), lost, step.publishState);
    assert.equal(outcome.kind, 'rejected', JSON.stringify(outcome));
  });
}

const refusals = { tokenExpired: 'disconnected', tokenRevoked: 'disconnected', scopeMissing: 'scopeMissing' };

function readChecks(fixture: PlatformFixture, check: Check, { boards, boardsCase }: Capability): void {
  const reads = {
    list: (account: RemoteAccount, edge = {}) => boards.list(fixture.as(account, edge)),
    find: (account: RemoteAccount, edge = {}) => boards.find(fixture.as(account, edge), boardsCase.missing),
  };
  for (const [name, read] of Object.entries(reads)) {
    const operation = boardsCase.operations[name as keyof typeof reads];
    for (const kind of lostKinds) {
      check(['boards', kind], `a failure of ${operation} does not mean that the board is missing`, async () => {
        const account = await newAccount(fixture);
        await fixture.fault(kind, operation);
        const result = await read(account, edgeFor(kind));
        assert.equal(result.kind, 'notDone', JSON.stringify(result));
      });
    }
    check(['boards', 'rateLimit'], `${operation} returns how long to wait`, async () => {
      const account = await newAccount(fixture);
      await fixture.fault('rateLimit', operation, { value: resetSeconds });
      const result = await read(account);
      assert.ok(result.kind === 'rateLimited' && isNamedWait(fixture, result.retryAfterMs), JSON.stringify(result));
    });
    for (const [kind, expected] of Object.entries(refusals)) {
      check(['boards', kind], `a refused ${operation} returns the reason`, async () => {
        const account = await newAccount(fixture);
        await fixture.fault(kind, operation);
        assert.equal((await read(account)).kind, expected);
      });
    }
    check(['boards', 'notSent'], `${operation} that was never sent is not done`, async () => {
      assert.equal((await read(await newAccount(fixture), { isOffline: true })).kind, 'notDone');
    });
  }
}

function createChecks(fixture: PlatformFixture, check: Check, { boards, boardsCase }: Capability): void {
  const { create: operation } = boardsCase.operations;
  for (const kind of lostKinds) {
    check(
      ['boards', kind],
      `the outcome of ${operation} without a valid response is unknown, and the list shows it`,
      async () => {
        const account = await newAccount(fixture);
        await fixture.fault(kind, operation);
        const result = await boards.create(fixture.as(account, edgeFor(kind)), newBoard);
        assert.equal(result.kind, 'unknown', JSON.stringify(result));
        const isThere = (await listed(fixture, boards, account)).some(({ name }) => name === newBoard.name);
        assert.equal(isThere, hadEffect(kind));
      },
    );
  }
  for (const [kind, expected] of Object.entries({ ...refusals, rateLimit: 'rateLimited' })) {
    check(['boards', kind], `a refused ${operation} returns the reason`, async () => {
      const account = await newAccount(fixture);
      await fixture.fault(kind, operation);
      const result = await boards.create(fixture.as(account), newBoard);
      assert.equal(result.kind, expected, JSON.stringify(result));
      assert.ok((await listed(fixture, boards, await newAccount(fixture))).every(({ name }) => name !== newBoard.name));
    });
  }
  check(['boards', 'notSent'], `${operation} that was never sent is not done`, async () => {
    const result = await boards.create(fixture.as(await newAccount(fixture), { isOffline: true }), newBoard);
    assert.equal(result.kind, 'notDone', JSON.stringify(result));
  });
}
