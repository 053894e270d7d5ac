import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { checkInvariants } from '../../check.ts';
import { noFindings, type Case, type Findings } from '../../harness/case.ts';
import { createDataFolder } from '../../harness/data-folder.ts';
import { firstProfile } from '../../harness/sandbox-account.ts';
import { mountSmallVolume } from '../../harness/programs/small-volume.ts';
import type { Api, CaseDatabase, User } from '../../harness/testbed.ts';
import { imageFile, uploadAsForm, uploadFile } from '../../harness/upload-file.ts';
import { waitUntil } from '../../harness/wait.ts';

const figures = { quick: { rounds: 1, volumes: 0 }, full: { rounds: 20, volumes: 5 } };
const volumeMegabytes = 8;
/** Enough for some small files and then none. */
const leftBytes = 40_000;
const uploadsPerVolume = 20;

const gigabyte = 1_000_000_000;
const plenty = { freeBytes: 50 * gigabyte, totalBytes: 100 * gigabyte };
const withFree = (gigabytes: number) => ({ ...plenty, freeBytes: gigabytes * gigabyte });

type Disk = typeof plenty;
type Step = {
  name: string;
  media: Disk;
  database: Disk;
  refused: readonly Operation[];
};
const operations = ['upload', 'mediaPost', 'bulk', 'draft'] as const;
type Operation = (typeof operations)[number];

const steps: readonly Step[] = [
  { name: 'plenty', media: plenty, database: plenty, refused: [] },
  { name: 'little space for media', media: withFree(5), database: plenty, refused: ['upload'] },
  { name: 'no space for media', media: withFree(0.9), database: plenty, refused: ['upload', 'mediaPost', 'bulk'] },
  { name: 'no space for the database', media: plenty, database: withFree(0.9), refused: operations },
  { name: 'no space at all', media: withFree(0), database: withFree(0), refused: operations },
  { name: 'plenty again', media: plenty, database: plenty, refused: [] },
];

export const fillDisks: Case = {
  id: 'fill-disks',
  about:
    'Lets the disks of media and database run out of space, as measured and, in the full tier, on a real volume; what needs the space gets 507, reads and smaller writes still work, and everything works again once space is freed.',
  run: async (testbed, { tier, overrides }) => {
    const rounds = overrides.get('rounds') ?? figures[tier].rounds;
    const volumes = overrides.get('volumes') ?? figures[tier].volumes;
    const findings = noFindings();
    const database = await testbed.openDatabase();
    using folder = createDataFolder('disks');
    const spaceFile = join(folder.path, 'space.json');
    const measure = (media: Disk, databaseDisk: Disk): void =>
      writeFileSync(spaceFile, JSON.stringify({ media, database: databaseDisk }));
    measure(plenty, plenty);
    const api = await database.startApi({ users: 1, folder: folder.path, spaceFile });
    const { user } = api;
    const fixture = { api, user, mediaUrl: (await uploadFile(api, user, imageFile)).url };
    let refused = 0;
    for (let round = 1; round <= rounds; round += 1) {
      for (const step of steps) {
        measure(step.media, step.database);
        refused += await tryOperations(fixture, step, findings);
      }
    }
    for (let n = 0; n < volumes; n += 1) refused += await fillVolume(database, { user, spaceFile, findings });
    findings.counts = { rounds, steps: steps.length, volumes, refused };
    const observed = { secrets: [user.key], logs: testbed.supervisor.logs() };
    findings.faults.push(...(await checkInvariants(database.sql, observed)));
    await api.child.stop();
    return findings;
  },
};

type Fixture = { api: Api; user: User; mediaUrl: string };

async function tryOperations(fixture: Fixture, step: Step, findings: Findings): Promise<number> {
  const { api, user } = fixture;
  const isDatabaseFull = step.refused === operations;
  await waitUntil(`the measurement of ${step.name}`, 30_000, async () => {
    const { status, body } = await api.call<{ checks: { databaseDisk: string } }>(user, 'GET', '/readyz');
    if (status !== 200) findings.faults.push(`${step.name}: /readyz returned ${status}`);
    return (body.checks.databaseDisk === 'writesRefused') === isDatabaseFull;
  });
  for (const operation of operations) {
    const status = await attempt(fixture, operation);
    const isRefused = step.refused.includes(operation);
    if (isRefused ? status !== 507 : status >= 300) {
      findings.faults.push(`${step.name}: ${operation} returned ${status}`);
    }
  }
  const { status } = await api.call(user, 'GET', '/v1/posts?limit=5');
  if (status !== 200) findings.faults.push(`${step.name}: a read returned ${status}`);
  return step.refused.length;
}

async function attempt({ api, user, mediaUrl }: Fixture, operation: Operation): Promise<number> {
  switch (operation) {
    case 'upload':
      return await uploadAsForm(api, user, imageFile);
    case 'mediaPost': {
      const post = { content: 'With an image', mediaItems: [{ url: mediaUrl }], isDraft: true };
      return (await api.call(user, 'POST', '/v1/posts', post)).status;
    }
    case 'draft':
      return (await api.call(user, 'POST', '/v1/posts', { content: 'Text alone', isDraft: true })).status;
    case 'bulk': {
      const response = await fetch(`${api.baseUrl}/v1/posts/bulk-upload`, {
        method: 'POST',
        headers: { authorization: `Bearer ${user.key}`, 'content-type': 'text/csv' },
        body: `post_content,platforms,profiles,schedule_time,is_draft\nA row,telegram,${await firstProfile(api, user)},,true\n`,
      });
      await response.arrayBuffer();
      return response.status;
    }
  }
}

type Filling = { user: User; spaceFile: string; findings: Findings };

/** Fills the volume after its space was measured, as another program would, so that writes themselves fail. */
async function fillVolume(database: CaseDatabase, { user, spaceFile, findings }: Filling): Promise<number> {
  using volume = mountSmallVolume('disks', volumeMegabytes);
  const api = await database.startApi({ users: 0, folder: volume.folder, spaceFile });
  volume.fill(leftBytes);
  const statuses: number[] = [];
  for (let n = 0; n < uploadsPerVolume; n += 1) statuses.push(await uploadAsForm(api, user, imageFile));
  const refused = statuses.filter((status) => status === 507).length;
  const others = new Set(statuses.filter((status) => status !== 507 && status !== 200));
  for (const status of others) findings.faults.push(`an upload to a full volume returned ${status}`);
  if (refused === 0) findings.faults.push('a full volume accepted every upload');
  volume.free();
  const status = await uploadAsForm(api, user, imageFile);
  if (status !== 200) findings.faults.push(`an upload returned ${status} after space was freed`);
  await api.child.stop();
  return refused;
}
