import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { makeAccount, makeProfile } from '../../../../test/factories.ts';
import { startTestApp } from '../../../../test/harness.ts';
import { asOwner } from '../../users/as-owner.ts';
import { chooseProfile } from '../../profiles/choose-profile.ts';
import type { Ctx } from '../../context.ts';
import { exportContacts } from './export-contacts.ts';
import { importContacts } from './import-contacts.ts';
import { readContactFile } from './read-contact-file.ts';

const t = await startTestApp({ sandbox: true });

type Profile = { profileId: string; accountId: string };
type Owner = { ctx: Ctx; ownerId: string; first: Profile; second: Profile };

async function newOwner(): Promise<Owner> {
  const { ownerId, call } = await t.newUser();
  const newProfile = async (account: string): Promise<Profile> => {
    const { _id: profileId } = await makeProfile(call);
    const { _id: accountId } = await makeAccount(call, { platform: 'instagram', account, profileId });
    return { profileId, accountId };
  };
  const ctx = await asOwner(t.app.systemCtx, ownerId);
  return { ctx, ownerId, first: await newProfile('adabakes'), second: await newProfile('beabakes') };
}

async function* bytesOf(file: string | Uint8Array): AsyncGenerator<Uint8Array> {
  yield typeof file === 'string' ? new TextEncoder().encode(file) : file;
}

type ImportOptions = { accountId?: string; hasChannels?: boolean; isDryRun?: boolean };

async function importFile({ ctx, first }: Owner, file: string, options: ImportOptions & { profileId?: string } = {}) {
  const rows = await readContactFile(bytesOf(file));
  const defaults = { profileId: first.profileId, accountId: undefined, hasChannels: true, isDryRun: false };
  return await importContacts(ctx, { ...defaults, ...options, rows });
}

async function exportFile({ ctx }: Owner, filter: { profileId?: string; accountId?: string } = {}) {
  let file = '';
  const write = async (text: string): Promise<void> => void (file += text);
  const result = await exportContacts(ctx, { profileId: undefined, accountId: undefined, ...filter }, write);
  return { file, ...result };
}

const header =
  'name,email,company,avatarUrl,tags,isSubscribed,isBlocked,notes,customFields,platformIdentifier,displayIdentifier';

async function storedContacts({ ownerId }: Owner, profileId: string): Promise<string[]> {
  const rows = await t.sql(
    `SELECT name, email, company, avatar_url, tags, c.is_subscribed, is_blocked, notes, custom_fields,
            platform_identifier, display_identifier
       FROM contacts c LEFT JOIN contact_channels h ON h.contact_id = c.id
      WHERE c.owner_id = $1 AND c.profile_id = $2`,
    [ownerId, profileId],
  );
  return rows.map((row) => JSON.stringify(row)).toSorted();
}

const signs = ['a', 'ü', '漢', '😀', '"', "'", ',', ';', '\r', '\n', ' ', '=', '+', '-', '@', '[', ']', '\\', '{'];
const text = fc
  .tuple(
    fc.constantFrom('', '=', '+', '-', '@', "'", "'=", '["a"]', '"'),
    fc.string({ unit: fc.constantFrom(...signs), maxLength: 12 }),
  )
  .map((parts) => parts.join(''))
  .filter((one) => one.trim() !== '');
const trimmed = text.map((one) => one.trim());
const key = fc.constantFrom('size', 'a-b c', 'x,"y"');
const contact = fc.record(
  {
    ...{ name: trimmed, company: trimmed, notes: text, tags: fc.array(text, { maxLength: 4 }) },
    email: fc.integer({ min: 1, max: 99 }).map((number) => `=${number}"@x.example`),
    avatarUrl: fc.constant('https://cdn.example.com/a,b.png?"'),
    ...{ isSubscribed: fc.boolean(), isBlocked: fc.boolean() },
    customFields: fc.dictionary(
      key,
      fc.oneof(text, fc.double({ noNaN: true, noDefaultInfinity: true }), fc.boolean(), fc.constant(null)),
    ),
    ...{ platformIdentifier: trimmed, displayIdentifier: trimmed },
  },
  { requiredKeys: ['name'] },
);

test('contacts survive an export and an import into another profile unchanged', async () => {
  const owner = await newOwner();
  const { first, second } = owner;
  await fc.assert(
    fc.asyncProperty(fc.array(contact, { minLength: 1, maxLength: 8 }), async (contacts) => {
      for (const table of ['contacts', 'hourly_uses']) {
        await t.sql(`DELETE FROM ${table} WHERE owner_id = $1`, [owner.ownerId]);
      }
      const rows = contacts.map((fields, index) => ({ line: index + 2, fields }));
      const created = await importContacts(owner.ctx, { ...first, hasChannels: true, isDryRun: false, rows });
      assert.deepEqual(created.errors, []);
      const { file, count } = await exportFile(owner, { profileId: first.profileId });
      assert.equal(count, created.created);
      const imported = await importFile(owner, file, second);
      assert.deepEqual([imported.created, imported.skipped, imported.errors], [count, 0, []], file);
      const expected = await storedContacts(owner, first.profileId);
      assert.deepEqual(await storedContacts(owner, second.profileId), expected, file);
    }),
    { numRuns: 40, endOnFailure: true },
  );
});

test('exports formula characters as text, tags as a list and a tag with a comma as JSON', async () => {
  const owner = await newOwner();
  const file = [
    'Name,TAGS,isSubscribed,customFields',
    `'=HYPERLINK(1),"VIP, London",no,"{""size"":""M""}"`,
    'Bob,"[""a, b"",""c""]",,',
  ].join('\n');
  assert.deepEqual(await importFile(owner, file), { created: 2, skipped: 0, total: 2, errors: [] });
  const { file: exported, accountIds } = await exportFile(owner);
  assert.deepEqual(exported.split('\r\n').toSorted(), [
    '',
    `'=HYPERLINK(1),,,,"VIP,London",false,false,,"{""size"":""M""}",,`,
    'Bob,,,,"[""a, b"",""c""]",true,false,,,,',
    header,
  ]);
  assert.deepEqual(accountIds, []);
});

test('reports wrong rows with the line where they begin, and creates the others', async () => {
  const owner = await newOwner();
  const file = [
    'name,email,isBlocked,customFields,notes',
    'Ada,ada@example.com,,,"two',
    'lines"',
    '',
    ',nobody@example.com,,,',
    'Bob,bob,,,',
    'Cy,,perhaps,,',
    'Dee,,,[],',
    'Eve,eve@example.com',
    ',,,,',
    'Ada again,ADA@example.com,yes,,',
  ].join('\n');
  const { created, skipped, total, errors } = await importFile(owner, file);
  assert.deepEqual([created, skipped, total], [1, 1, 7]);
  assert.deepEqual(
    errors.map(({ line, message }) => `${line} ${message}`),
    [
      '5 name is required',
      '6 email must be an email address, such as ada@example.com',
      '7 isBlocked "perhaps" must be true or false',
      '8 customFields "[]" must be a JSON object such as {"size":"M"}',
      '9 the row has 2 cells, but the header has 5: check its commas and quotes',
    ],
  );
});

test('a dry run reports what an import would do, also between batches, and writes nothing', async () => {
  const owner = await newOwner();
  const lines = Array.from({ length: 1500 }, (_, n) => `Contact ${n},${n % 1200}@example.com`);
  const file = ['name,email', ...lines, 'Wrong,wrong'].join('\n');
  const dryRun = await importFile(owner, file, { isDryRun: true });
  assert.deepEqual([dryRun.created, dryRun.skipped, dryRun.errors.length], [1200, 300, 1]);
  assert.equal((await exportFile(owner)).count, 0);
  const uses = await t.sql('SELECT 1 FROM hourly_uses WHERE owner_id = $1', [owner.ownerId]);
  assert.equal(uses.length, 0);
  assert.deepEqual(await importFile(owner, file), dryRun);
  assert.equal((await exportFile(owner)).count, 1200);
});

test('imports batches of a thousand rows, and reports each', async () => {
  const owner = await newOwner();
  const rows = await readContactFile(bytesOf(['name', ...Array<string>(2001).fill('Contact'), ''].join('\n')));
  const input = { ...owner.first, hasChannels: true, isDryRun: false, rows };
  const batches: number[][] = [];
  const { created } = await importContacts(owner.ctx, input, (one) => batches.push([one.rowsDone, one.lastLine]));
  assert.equal(created, 2001);
  assert.deepEqual(batches, [
    [1000, 1001],
    [2000, 2001],
    [2001, 2002],
  ]);
  const [{ used } = { used: 0 }] = await t.sql<{ used: number }>(
    `SELECT count(*)::int AS used FROM hourly_uses WHERE owner_id = $1 AND operation = 'contact.bulk'`,
    [owner.ownerId],
  );
  assert.equal(used, 3);
});

test('needs the account of platform identifiers, or imports contacts without channels', async () => {
  const owner = await newOwner();
  const { first } = owner;
  const file = 'name,platformIdentifier,displayIdentifier\nAda,7001,ada\nBob,,\n';
  await assert.rejects(importFile(owner, file), /Line 2 has a platformIdentifier: choose the account .* --account/);
  const dryRun = await importFile(owner, file, { hasChannels: false, isDryRun: true });
  assert.deepEqual([dryRun.created, dryRun.errors], [2, []]);
  const { created, errors } = await importFile(owner, file, first);
  assert.deepEqual([created, errors], [2, []]);
  const { file: exported, accountIds } = await exportFile(owner);
  assert.match(exported, /^Ada,.*,7001,ada\r\n/m);
  assert.match(exported, /^Bob,.*,,\r\n/m);
  assert.deepEqual(accountIds, [first.accountId]);
});

test('exports one profile, or the contacts and identifiers of one account', async () => {
  const owner = await newOwner();
  const { first, second } = owner;
  await importFile(owner, 'name,platformIdentifier\nAda,7001\nBob,\n', first);
  await importFile(owner, 'name,platformIdentifier\nCy,7002\n', second);
  assert.deepEqual((await exportFile(owner)).accountIds.toSorted(), [first.accountId, second.accountId].toSorted());
  assert.equal((await exportFile(owner, { profileId: first.profileId })).count, 2);
  const { file, count } = await exportFile(owner, { accountId: first.accountId });
  assert.match(file, /^Ada,.*,7001,\r\n/m);
  assert.equal(count, 1);
  await assert.rejects(
    exportFile(owner, { profileId: second.profileId, accountId: first.accountId }),
    /The account belongs to another profile/,
  );
});

test('exports every contact once, in batches', async () => {
  const owner = await newOwner();
  const lines = Array.from({ length: 1000 }, (_, n) => `Contact ${n}`);
  await importFile(owner, ['name', ...lines].join('\n'));
  const { file, count } = await exportFile(owner);
  assert.equal(count, 1000);
  const exported = file
    .split('\r\n')
    .slice(1, -1)
    .map((line) => line.split(',')[0]);
  assert.deepEqual(exported.toSorted(), lines.toSorted());
});

const wrongFiles: readonly [file: string | Uint8Array, message: RegExp][] = [
  ['', /^The file is empty: its first line must name the columns/],
  ['name\n', /^The file has no rows below its header/],
  [
    'name,emial\nAda,\n',
    /^The column "emial" is not known\. Did you mean email\? Known columns: name, email, company, /,
  ],
  ['name,\nAda,\n', /^Column 2 has no name\. Known columns: /],
  ['name,Name\nAda,\n', /^The header contains the column name twice/],
  ['email\nada@example.com\n', /^The column name is missing from the header/],
  ['name\nAda\n"Bob\nCy\n', /^The row that begins on line 3 has a misplaced or unclosed quote\. Nothing was imported/],
  [Uint8Array.of(0x6e, 0xff), /^The file is not UTF-8/],
  [Buffer.from('name\nAda\n', 'utf16le'), /^The file is not UTF-8/],
  [`name\n${'x\n'.repeat(20_001)}`, /^The file has more than 20000 rows/],
];
for (const [file, message] of wrongFiles) {
  test(`refuses a file with "${message.source.slice(1, 50)}"`, async () => {
    await assert.rejects(readContactFile(bytesOf(file)), ({ message: text }: Error) => message.test(text));
  });
}

test('chooses the only profile, and names the profiles when there are several', async () => {
  const { ownerId, call } = await t.newUser();
  const ctx = await asOwner(t.app.systemCtx, ownerId);
  const profileId = await chooseProfile(ctx, undefined);
  assert.equal(await chooseProfile(ctx, profileId), profileId);
  const { _id: otherId } = await makeProfile(call, { name: 'Bakery' });
  await assert.rejects(
    chooseProfile(ctx, undefined),
    new RegExp(`There are several profiles: choose one with --profile: .*${otherId} \\(Bakery\\)`),
  );
  await assert.rejects(chooseProfile(ctx, 'prf_x'), /Profile prf_x does not exist\. The user has: .*\(Bakery\)/);
});
