import assert from 'node:assert/strict';
import type { CodeConnect, FormConnect, OAuthConnect } from '../../../src/platforms/adapter.ts';
import { accountsOf, approve, connect, cursorOf, decide, formValues, newAccount, sendCode } from '../people.ts';
import type { World } from '../world.ts';
import { edgeFor, lostKinds, resetSeconds, type Check, type Suite } from './suite.ts';

/** How people let Herald in, and how they do not. */
export const connectSuite: Suite = (world, check) => {
  const { adapter, given } = world;
  const { connect: way } = adapter;

  check(['connect'], 'a person who agrees is connected with all that publishing needs', async () => {
    const name = world.newName();
    const account = await newAccount(world, name);
    assert.notEqual(account.providerAccountId, '');
    assert.match(account.username, new RegExp(name));
    assert.notEqual(account.displayName, '');
    const missing = way.scopes.publish.filter((scope) => !account.grantedScopes.includes(scope));
    assert.deepEqual(missing, []);
    const again = await newAccount(world, name);
    assert.equal(again.providerAccountId, account.providerAccountId, 'the same person is another account');
  });

  if (way.kind === 'oauth') oauthChecks(world, check, way);
  if (way.kind === 'form') formChecks(world, check, way);
  if (way.kind === 'code') codeChecks(world, check, way);

  const { withheld, several, operations, spareable = [], refused = [] } = given.connect;
  for (const name of refused) {
    check(['connect'], `${name}, who cannot publish, is refused`, async () => {
      const connected = await connect(world, { name });
      assert.equal(connected.kind, 'refused', JSON.stringify(connected));
    });
  }
  if (withheld !== undefined) {
    check(['connect', 'scopeMissing'], 'what a person withholds is missing among the scopes', async () => {
      const name = world.newName();
      if (withheld.facts !== undefined) await world.facts(name, withheld.facts);
      const connected = await connect(world, { name, drop: withheld.scope });
      assert.equal(connected.kind, 'accounts', JSON.stringify(connected));
      const [account] = connected.accounts;
      assert.ok(account);
      assert.ok(way.scopes.publish.includes(withheld.scope));
      assert.equal(account.grantedScopes.includes(withheld.scope), false);
    });
  }
  if (several !== undefined) {
    check(['connect'], 'all accounts of a person are offered', async () => {
      const accounts = await accountsOf(world, several.person);
      assert.equal(accounts.length, several.count);
      assert.equal(new Set(accounts.map((one) => one.providerAccountId)).size, several.count);
    });
  }

  for (const operation of operations) {
    for (const kind of [...lostKinds, 'rateLimit']) {
      check(['connect', kind], `${operation} in trouble is no refusal`, async () => {
        // An invitation asks the network too, and must not meet the fault in its stead.
        const connected = await withFault(world, { kind, operation });
        assert.equal(connected.kind, 'unavailable', JSON.stringify(connected));
      });
    }
  }
  for (const operation of spareable) {
    for (const kind of lostKinds) {
      check(['connect', kind], `${operation} in trouble keeps nobody from connecting`, async () => {
        const connected = await withFault(world, { kind, operation });
        assert.equal(connected.kind, 'accounts', JSON.stringify(connected));
      });
    }
  }
};

type Fault = { kind: string; operation: string };

/** The fault is set when the person has agreed, and before Herald asks. */
async function withFault(world: World, { kind, operation }: Fault) {
  const { connect: way } = world.adapter;
  const wish = { name: world.newName(), edge: edgeFor(kind) };
  const fault = (): Promise<void> => world.fault(kind, operation, kind === 'rateLimit' ? { value: resetSeconds } : {});
  if (way.kind === 'oauth') {
    const grant = await approve(world, way, wish);
    await fault();
    return await way.exchange(world.call(wish.edge), grant);
  }
  if (way.kind === 'form') {
    await fault();
    return await connect(world, wish);
  }
  const seen = await sendCode(world, way, wish);
  await fault();
  return await way.open(world.call(wish.edge), seen ?? { chatId: '', senderId: null });
}

function oauthChecks(world: World, check: Check, way: OAuthConnect): void {
  check(['connect'], 'a person who denies brings no code', async () => {
    const { answer } = await decide(world, way, { name: world.newName(), decision: 'deny' });
    assert.equal(answer.has('code'), false);
    assert.ok(answer.get('error'));
  });

  check(['connect'], 'a code works once, and for its own redirect alone', async () => {
    const grant = await approve(world, way, { name: world.newName() });
    const elsewhere = { ...grant, redirectUri: `${grant.redirectUri}/elsewhere` };
    assert.equal((await way.exchange(world.call(), elsewhere)).kind, 'refused');
    assert.equal((await way.exchange(world.call(), grant)).kind, 'accounts');
    assert.equal((await way.exchange(world.call(), grant)).kind, 'refused');
    assert.equal((await way.exchange(world.call(), { ...grant, code: 'made-up' })).kind, 'refused');
  });

  if (!way.usesPkce) return;
  check(['connect'], 'a code without its verifier is refused', async () => {
    const grant = await approve(world, way, { name: world.newName() });
    const stolen = { ...grant, codeVerifier: 'another-verifier' };
    assert.equal((await way.exchange(world.call(), stolen)).kind, 'refused');
  });
}

function formChecks(world: World, check: Check, way: FormConnect): void {
  const { wrong = {} } = world.given.connect;
  for (const [field, value] of Object.entries(wrong)) {
    check(['connect'], `a wrong ${field} is refused`, async () => {
      const values = { ...formValues(world, way, { name: world.newName() }), [field]: value };
      const connected = await way.signIn(world.call(), values);
      assert.equal(connected.kind, 'refused', JSON.stringify(connected));
    });
  }

  check(['connect'], 'values fit the fields they are typed into', async () => {
    const values = formValues(world, way, { name: world.newName() });
    const known = way.fields.map(({ name }) => name);
    assert.deepEqual(
      Object.keys(values).filter((name) => !known.includes(name)),
      [],
    );
    for (const { name, isRequired, lengthMax } of way.fields) {
      assert.ok(!isRequired || (values[name] ?? '') !== '', name);
      assert.ok((values[name] ?? '').length <= lengthMax, name);
    }
  });
}

function codeChecks(world: World, check: Check, way: CodeConnect): void {
  const { wrong = {} } = world.given.connect;

  check(['connect'], 'a person who denies sends no code', async () => {
    assert.equal(await sendCode(world, way, { name: world.newName(), decision: 'deny' }), undefined);
  });

  check(['connect'], 'codes are seen once, from the cursor on', async () => {
    await sendCode(world, way, { name: world.newName() });
    const cursor = cursorOf(world);
    assert.ok(cursor);
    await sendCode(world, way, { name: world.newName() });
    const seen = await way.readCodes(world.call(), cursor);
    assert.ok(seen.kind === 'codes' && seen.codes.length === 1, JSON.stringify(seen));
    const again = await way.readCodes(world.call(), seen.cursor);
    assert.deepEqual(again, { kind: 'codes', codes: [], cursor: seen.cursor });
  });

  for (const [what, chatId] of Object.entries(wrong)) {
    check(['connect'], `${what} is refused`, async () => {
      const connected = await way.open(world.call(), { chatId, senderId: null });
      assert.equal(connected.kind, 'refused', JSON.stringify(connected));
    });
  }

  for (const kind of lostKinds) {
    check(['connect', kind], 'an invitation in trouble is no refusal', async () => {
      await world.fault(kind, world.given.connect.operations[0] ?? '');
      assert.equal((await way.invite(world.call(edgeFor(kind)), 'code')).kind, 'unavailable');
    });
    check(['connect', kind], 'codes that cannot be read are read later', async () => {
      await world.fault(kind, 'getUpdates');
      assert.equal((await way.readCodes(world.call(edgeFor(kind)), undefined)).kind, 'unavailable');
    });
  }
}
