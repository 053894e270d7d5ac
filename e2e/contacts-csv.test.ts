import assert from 'node:assert/strict';
import { readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { after, test } from 'node:test';
import { launch, startHerald, stopHerald, temporaryFolder } from './herald.ts';

const dataDir = temporaryFolder();
const herald = await startHerald({ dataDir });
after(async () => {
  await stopHerald(herald);
  rmSync(dataDir, { recursive: true, force: true });
});
const key = herald.key ?? '';
const program = [process.execPath, 'server/src/cli/herald.ts', 'contacts'];

type Result = { code: number | string; output: string };

async function contacts(...args: string[]): Promise<Result> {
  const { ended, output } = launch({ dataDir, command: [...program, ...args] });
  return { code: await ended, output: output() };
}

/** Keeps standard error out of the file. */
async function exportTo(file: string, ...args: string[]): Promise<string> {
  const command = ['bash', '-c', 'out=$1; shift; exec "$@" > "$out"', '-', file, ...program, 'export', ...args];
  const { ended, output } = launch({ dataDir, command });
  assert.equal(await ended, 0, output());
  return output();
}

function fileOf(name: string, content: string | Buffer): string {
  const file = join(dataDir, name);
  writeFileSync(file, content);
  return file;
}

async function read(path: string): Promise<any> {
  return (await herald.get(path, key)).json();
}

const { profiles } = await read('/v1/profiles');
const profileId: string = profiles[0]._id;

test('imports contacts with channels beside a running server, and skips them the second time', async () => {
  const { authUrl } = await read(`/v1/connect/instagram?sandbox=true&profileId=${profileId}`);
  assert.match(await (await fetch(`${authUrl}&decision=approve`)).text(), /Instagram is connected/);
  const accountId: string = (await read('/v1/accounts')).accounts[0]._id;
  const file = fileOf(
    'contacts.csv',
    'name,email,tags,notes,platformIdentifier,displayIdentifier\r\n' +
      'Ada 😀,ada@example.com,"VIP,London","""Two""\r\nlines",7001,ada\r\n' +
      "'=1+1,,,,,\r\n",
  );
  const without = await contacts('import', file);
  assert.equal(without.code, 1);
  assert.match(without.output, /^Line 2 has a platformIdentifier: choose the account/);
  const dryRun = await contacts('import', file, '--account', accountId, '--dry-run');
  assert.deepEqual(dryRun, { code: 0, output: 'Dry run, nothing was written: 2 created, 0 skipped, 0 failed\n' });
  const first = await contacts('import', file, '--account', accountId, '--profile', profileId);
  assert.deepEqual(first, { code: 0, output: '2 created, 0 skipped, 0 failed\n' });
  const second = await contacts('import', file, '--account', accountId, '--json');
  assert.deepEqual(JSON.parse(second.output), {
    ...{ created: 1, skipped: 1, failed: 0, total: 2, dryRun: false, errors: [] },
  });
  const { contacts: listed } = await read('/v1/contacts?search=ada');
  const [{ name, notes, tags, platformIdentifier }] = listed;
  assert.deepEqual([name, notes, tags], ['Ada 😀', '"Two"\r\nlines', ['VIP', 'London']]);
  assert.equal(platformIdentifier, '7001');
});

test('what is exported can be imported into another profile, and is then exported identically', async () => {
  const { profile } = (await (await herald.post('/v1/profiles', key, { name: 'Copy' })).json()) as any;
  const [original, copy] = [join(dataDir, 'original.csv'), join(dataDir, 'copy.csv')];
  assert.equal(await exportTo(original, '--profile', profileId), '3 contacts exported\n');
  const several = await contacts('import', original, '--no-channels');
  assert.equal(several.code, 1);
  assert.match(several.output, /^There are several profiles: choose one with --profile: .*\(Copy\)/);
  const imported = await contacts('import', original, '--no-channels', '--profile', profile._id);
  assert.deepEqual(imported, { code: 0, output: '3 created, 0 skipped, 0 failed\n' });
  await exportTo(copy, '--profile', profile._id);
  const linesOf = (file: string): string[] => readFileSync(file, 'utf8').split('\r\n').toSorted();
  assert.deepEqual(
    linesOf(copy),
    linesOf(original).map((line) => line.replace(/,7001,ada$/, ',,')),
  );
});

test('reports failed rows with their line, shows progress, and exits with 1', async () => {
  const rows = Array.from({ length: 1001 }, (_, n) => `Contact ${n},${n === 7 ? 'nonsense' : ''}`);
  const file = fileOf('many.csv', ['name,email', ...rows].join('\n'));
  const { code, output } = await contacts('import', file, '--profile', profileId);
  assert.equal(code, 1);
  assert.match(
    output,
    /^line 9: email must be an email address, .*\n1000 of 1001 rows\n1000 created, 0 skipped, 1 failed\n$/,
  );
});

test('refuses unreadable files with a clear message and without a stack trace', async () => {
  const cases: [file: string, message: RegExp][] = [
    [join(dataDir, 'missing.csv'), /^The file .*missing\.csv does not exist\.\n$/],
    [dataDir, /is a folder, not a file\.\n$/],
    [fileOf('column.csv', 'name,emial\n'), /^The column "emial" is not known\. Did you mean email\? Known columns: /],
    [fileOf('latin1.csv', Buffer.from('name\nJos\xe9\n', 'latin1')), /^The file is not UTF-8: save it as "CSV UTF-8"/],
    [fileOf('quote.csv', 'name\n"Ada\n'), /^The row that begins on line 2 has a misplaced or unclosed quote/],
  ];
  for (const [file, message] of cases) {
    const { code, output } = await contacts('import', file, '--profile', profileId);
    assert.equal(code, 1);
    assert.match(output, message);
    assert.equal(output.trim().split('\n').length, 1, output);
  }
});

test('export ends quietly when its reader stops, and both commands have a help text', async () => {
  const piped = ['bash', '-c', 'set -o pipefail; "$@" 2>&1 | head -n 1', '-', ...program, 'export'];
  const { ended, output } = launch({ dataDir, command: piped });
  assert.equal(await ended, 0, output());
  assert.match(output(), /^name,email,[^\n]*\n$/);
  for (const name of ['import', 'export']) {
    const help = await contacts(name, '--help');
    assert.equal(help.code, 0);
    assert.match(
      help.output,
      new RegExp(`Usage: herald contacts ${name} .*--user <userId>.*--profile <profileId>`, 's'),
    );
  }
});
