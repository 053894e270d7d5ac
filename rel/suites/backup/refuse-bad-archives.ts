import { createHash } from 'node:crypto';
import { cpSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { noFindings, type Case } from '../../harness/case.ts';
import type { CaseDatabase } from '../../harness/testbed.ts';
import { herald, succeed, tokenKey } from './operator.ts';
import { openFixture, schedulePosts } from './fixture.ts';

type Attempt = { name: string; message: RegExp; keys?: string; args?: string[]; damage?(archive: string): void };

const otherKey = Buffer.alloc(32, 7).toString('base64');

const attempts: readonly Attempt[] = [
  { name: 'a wrong key', keys: `test:${otherKey}`, message: /configured keys cannot decrypt the secrets/ },
  { name: 'a missing key', keys: `other:${otherKey}`, message: /keys that are missing: test/ },
  {
    name: 'the schema of a newer version',
    damage: addMigration,
    message: /which this version of Herald does not know/,
  },
  { name: 'a flipped bit', damage: (archive) => flip(join(archive, 'table-posts.jsonl')), message: /is damaged/ },
  {
    name: 'no manifest',
    damage: (archive) => rmSync(join(archive, 'manifest.json')),
    message: /not a complete backup/,
  },
  { name: 'a database with content', args: [], message: /not empty/ },
];

export const refuseBadArchives: Case = {
  id: 'refuse-bad-archives',
  about:
    'Restores with wrong keys, from damaged archives and into a non-empty database; every attempt is refused and changes nothing.',
  run: async (testbed) => {
    const findings = noFindings();
    await using fixture = await openFixture(testbed);
    await schedulePosts(fixture, ['Refused 1', 'Refused 2']);
    const archive = join(fixture.newFolder(), 'archive');
    await succeed(fixture.installation, ['backup', archive]);
    await fixture.api.child.stop();
    const before = await contents(fixture.database);
    for (const { name, message, keys = tokenKey, args = ['--replace'], damage } of attempts) {
      const copy = join(fixture.newFolder(), 'archive');
      cpSync(archive, copy, { recursive: true });
      damage?.(copy);
      const { code, output } = await herald(fixture.installation, ['restore', copy, ...args], keys);
      if (code !== 1 || !message.test(output))
        findings.faults.push(`${name}: exit code ${code}, ${output.slice(0, 300)}`);
      if ((await contents(fixture.database)) !== before) findings.faults.push(`${name}: the database was changed`);
    }
    findings.counts = { attempts: attempts.length };
    return findings;
  },
};

async function contents({ sql }: CaseDatabase): Promise<string> {
  const tables = await sql<{ name: string }>(
    `SELECT relname AS name FROM pg_class
      WHERE relnamespace = 'public'::regnamespace AND relkind IN ('r', 'p') AND NOT relispartition ORDER BY 1`,
  );
  const hash = createHash('sha256');
  for (const { name } of tables) {
    const rows = await sql<{ row: string }>(`SELECT t::text AS row FROM "${name}" t ORDER BY 1`);
    hash.update(JSON.stringify([name, rows]));
  }
  return hash.digest('hex');
}

function flip(file: string): void {
  const bytes = readFileSync(file);
  bytes.writeUInt8(bytes.readUInt8(20) ^ 1, 20);
  writeFileSync(file, bytes);
}

/** Like a newer version, with a valid checksum. */
function addMigration(archive: string): void {
  const file = join(archive, readdirSync(archive).find((name) => name === 'manifest.json') ?? '');
  const parsed = JSON.parse(readFileSync(file, 'utf8')) as { manifest: { schema: object[] }; checksum: string };
  parsed.manifest.schema.push({ name: '9999-later.sql', checksum: 'later' });
  parsed.checksum = createHash('sha256').update(JSON.stringify(parsed.manifest)).digest('hex');
  writeFileSync(file, JSON.stringify(parsed));
}
