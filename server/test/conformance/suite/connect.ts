import assert from 'node:assert/strict';
import type { CodeConnect, FormConnect, OAuthConnect } from '../../../src/platforms/adapter.ts';
import { accountsOf, approve, connect, cursorOf, decide, formValues, newAccount, sendCode } from '../people.ts';
import type { PlatformFixture } from '../platform-fixture.ts';
import { edgeFor, lostKinds, resetSeconds, type Check, type Suite } from './suite.ts';

export const connectSuite: Suite = (fixture, check) => {
  const { adapter, platformCase } = fixture;
  const { connect: way } = adapter;

  check(['connect'], 'approval connects the account with all scopes that publishing needs', async () => {
    const name = fixture.newName();
    const account = await newAccount(fixture, name);
    assert.notEqual(account.providerAccountId, '');
    assert.match(account.username, new RegExp(name));
    assert.notEqual(account.displayName, '');
    const missing = way.scopes.publish.filter((scope) => !account.grantedScopes.includes(scope));
    assert.deepEqual(missing, []);
    const again = await newAccount(fixture, name);
    assert.equal(again.providerAccountId, account.providerAccountId, 'the same person connected another account');
  });

  if (way.kind === 'oauth') oauthChecks(fixture, check, way);
  if (way.kind === 'form') formChecks(fixture, check, way);
  if (way.kind === 'code') codeChecks(fixture, check, way);

  const { withheld, several, operations, spareable = [], refused = [] } = platformCase.connect;
  for (const name of refused) {
    check(['connect'], `refuses ${name}, who cannot publish`, async () => {
      const connected = await connect(fixture, { name });
      assert.equal(connected.kind, 'refused', JSON.stringify(connected));
    });
  }
  if (withheld !== undefined) {
    check(['connect', 'scopeMissing'], 'a scope that was not granted is missing from the granted scopes', async () => {
      const name = fixture.newName();
      if (withheld.facts !== undefined) await fixture.facts(name, withheld.facts);
      const connected = await connect(fixture, { name, drop: withheld.scope });
      assert.equal(connected.kind, 'accounts', JSON.stringify(connected));
      const [account] = connected.accounts;
      assert.ok(account);
      assert.ok(way.scopes.publish.includes(withheld.scope));
      assert.equal(account.grantedScopes.includes(withheld.scope), false);
    });
  }
  if (several !== undefined) {
    check(['connect'], 'returns all accounts of a person', async () => {
      const accounts = await accountsOf(fixture, several.person);
      assert.equal(accounts.length, several.count);
      assert.equal(new Set(accounts.map((one) => one.providerAccountId)).size, several.count);
    });
  }

  for (const operation of operations) {
    for (const kind of [...lostKinds, 'rateLimit']) {
      check(['connect', kind], `a failure of ${operation} is not a refusal`, async () => {
        const connected = await withFault(fixture, { kind, operation });
        assert.equal(connected.kind, 'unavailable', JSON.stringify(connected));
      });
    }
  }
  for (const operation of spareable) {
    for (const kind of lostKinds) {
      check(['connect', kind], `a failure of ${operation} does not prevent the connection`, async () => {
        const connected = await withFault(fixture, { kind, operation });
        assert.equal(connected.kind, 'accounts', JSON.stringify(connected));
      });
    }
  }
};

type Fault = { kind: string; operation: string };

async function withFault(fixture: PlatformFixture, { kind, operation }: Fault) {
  const { connect: way } = fixture.adapter;
  const wish = { name: fixture.newName(), edge: edgeFor(kind) };
  const fault = (): Promise<void> =>
    fixture.fault(kind, operation, kind === 'rateLimit' ? { value: resetSeconds } : {});
  if (way.kind === 'oauth') {
    const grant = await approve(fixture, way, wish);
    await fault();
    return await way.exchange(fixture.call(wish.edge), grant);
  }
  if (way.kind === 'form') {
    await fault();
    return await connect(fixture, wish);
  }
  const seen = await sendCode(fixture, way, wish);
  await fault();
  return await way.open(fixture.call(wish.edge), seen ?? { chatId: '', senderId: null });
}

function oauthChecks(fixture: PlatformFixture, check: Check, way: OAuthConnect): void {
  check(['connect'], 'denial returns no code', async () => {
    const { parameters } = await decide(fixture, way, { name: fixture.newName(), decision: 'deny' });
    assert.equal(parameters.has('code'), false);
    assert.ok(parameters.get('error'));
  });

  check(['connect'], 'a code works once, and only with its own redirect URI', async () => {
    const grant = await approve(fixture, way, { name: fixture.newName() });
    const elsewhere = { ...grant, redirectUri: `${grant.redirectUri}/elsewhere` };
    assert.equal((await way.exchange(fixture.call(), elsewhere)).kind, 'refused');
    assert.equal((await way.exchange(fixture.call(), grant)).kind, 'accounts');
    assert.equal((await way.exchange(fixture.call(), grant)).kind, 'refused');
    assert.equal((await way.exchange(fixture.call(), { ...grant, code: 'made-up' })).kind, 'refused');
  });

  if (!way.usesPkce) return;
  check(['connect'], 'a code without its verifier is refused', async () => {
    const grant = await approve(fixture, way, { name: fixture.newName() });
    const stolen = { ...grant, codeVerifier: 'another-verifier' };
    assert.equal((await way.exchange(fixture.call(), stolen)).kind, 'refused');
  });
}

function formChecks(fixture: PlatformFixture, check: Check, way: FormConnect): void {
  const { wrong = {} } = fixture.platformCase.connect;
  for (const [field, value] of Object.entries(wrong)) {
    check(['connect'], `refuses a wrong ${field}`, async () => {
      const values = { ...formValues(fixture, way, { name: fixture.newName() }), [field]: value };
      const connected = await way.signIn(fixture.call(), values);
      assert.equal(connected.kind, 'refused', JSON.stringify(connected));
    });
  }

  check(['connect'], 'values fit the fields they are typed into', async () => {
    const values = formValues(fixture, way, { name: fixture.newName() });
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

function codeChecks(fixture: PlatformFixture, check: Check, way: CodeConnect): void {
  const { wrong = {} } = fixture.platformCase.connect;

  check(['connect'], 'denial sends no code', async () => {
    assert.equal(await sendCode(fixture, way, { name: fixture.newName(), decision: 'deny' }), undefined);
  });

  check(['connect'], 'each code is read once, starting at the cursor', async () => {
    await sendCode(fixture, way, { name: fixture.newName() });
    const cursor = cursorOf(fixture);
    assert.ok(cursor);
    await sendCode(fixture, way, { name: fixture.newName() });
    const seen = await way.readCodes(fixture.call(), cursor);
    assert.ok(seen.kind === 'codes' && seen.codes.length === 1, JSON.stringify(seen));
    const again = await way.readCodes(fixture.call(), seen.cursor);
    assert.deepEqual(again, { kind: 'codes', codes: [], cursor: seen.cursor });
  });

  for (const [what, chatId] of Object.entries(wrong)) {
    check(['connect'], `refuses ${what}`, async () => {
      const connected = await way.open(fixture.call(), { chatId, senderId: null });
      assert.equal(connected.kind, 'refused', JSON.stringify(connected));
    });
  }

  for (const kind of lostKinds) {
    check(['connect', kind], 'a failed invitation is not a refusal', async () => {
      await fixture.fault(kind, fixture.platformCase.connect.operations[0] ?? '');
      assert.equal((await way.invite(fixture.call(edgeFor(kind)), 'code')).kind, 'unavailable');
    });
    check(['connect', kind], 'codes that could not be read are read later', async () => {
      await fixture.fault(kind, 'getUpdates');
      assert.equal((await way.readCodes(fixture.call(edgeFor(kind)), undefined)).kind, 'unavailable');
    });
  }
}
