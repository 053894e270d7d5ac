import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdirSync, mkdtempSync, readdirSync, rmSync, statSync, utimesSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, test } from 'node:test';
import { manualClock, realClock } from '../kernel/time/clock.ts';
import { secureRandom } from '../kernel/crypto/random.ts';
import { StartFault } from '../kernel/start-fault.ts';
import { createLocalDisk } from './local-disk.ts';
import { assertAbsent, image, inChunks, pattern, readAll, testBehaviour } from './test/behaviour.ts';

const root = mkdtempSync(join(tmpdir(), 'herald-disk-'));
after(() => rmSync(root, { recursive: true, force: true }));

const newFolder = (): string => mkdtempSync(join(root, 'media-'));
const diskIn = (folder: string, clock = realClock) => createLocalDisk({ folder, clock, random: secureRandom });
const incomingOf = (folder: string): string[] =>
  existsSync(join(folder, 'incoming')) ? readdirSync(join(folder, 'incoming')) : [];

const shared = join(root, 'not', 'there', 'yet');
testBehaviour('local disk', {
  storage: diskIn(shared),
  leftovers: async () => incomingOf(shared),
  rivalBytes: [3_000_000, 2_000_001],
  hasRangesOfNothing: true,
});

test('reports insufficientStorage when the disk is full, and leaves no partial file', async () => {
  const folder = newFolder();
  async function* untilFull(): AsyncGenerator<Uint8Array> {
    yield pattern(9, 1);
    throw Object.assign(new Error('no space left on device'), { code: 'ENOSPC' });
  }
  const refused = { name: 'AppError', code: 'insufficientStorage', message: /free some space/ };
  await assert.rejects(diskIn(folder).write('k3v9-8d2f.jpg', untilFull(), image), refused);
  assert.deepEqual(incomingOf(folder), []);
});

test('spreads files over folders by their first two characters', async () => {
  const folder = newFolder();
  for (const key of ['k3v9-8d2f.jpg', 'k', 'k.j', '-.a']) {
    await diskIn(folder).write(key, inChunks(pattern(9, 1)), image);
    assert.equal(statSync(join(folder, key.slice(0, 2), key)).size, 9);
  }
});

test('a process killed while writing leaves no file, and the sweep removes its partial data', async () => {
  const folder = newFolder();
  const key = 'k3v9-8d2f.jpg';
  const disk = diskIn(folder);
  await disk.write('other-1.jpg', inChunks(pattern(10, 1)), image);
  const child = spawn(process.execPath, [join(import.meta.dirname, 'test', 'half-writer.ts'), folder, key], {
    stdio: ['pipe', 'pipe', 'inherit'],
  });
  await once(child.stdout, 'data');
  assert.equal(incomingOf(folder).length, 1);
  await assertAbsent(disk, key);
  child.kill('SIGKILL');
  await once(child, 'exit');

  await assertAbsent(disk, key);
  const [left = ''] = incomingOf(folder);
  assert.equal(statSync(join(folder, 'incoming', left)).size, 1_000_000);
  assert.equal(await disk.sweep?.(60_000), 0);
  const later = manualClock(new Date(Date.now() + 61_000));
  assert.equal(await diskIn(folder, later).sweep?.(60_000), 1);
  assert.deepEqual(incomingOf(folder), []);
  assert.deepEqual(await readAll(disk, 'other-1.jpg'), pattern(10, 1));
});

test('the sweep removes only files older than the given age', async () => {
  const folder = newFolder();
  const now = new Date('2026-03-01T12:00:00Z');
  const disk = diskIn(folder, manualClock(now));
  assert.equal(await disk.sweep?.(1000), 0);
  mkdirSync(join(folder, 'incoming'));
  for (const [name, ageSeconds] of [
    ['old', 61],
    ['young', 59],
  ] as const) {
    const path = join(folder, 'incoming', name);
    writeFileSync(path, 'x');
    utimesSync(path, now, new Date(now.getTime() - ageSeconds * 1000));
  }
  assert.equal(await disk.sweep?.(60_000), 1);
  assert.deepEqual(incomingOf(folder), ['young']);
});

test('an upload whose partial data was swept fails and leaves nothing', async () => {
  const folder = newFolder();
  const disk = diskIn(folder, manualClock(new Date(Date.now() + 3_600_000)));
  const swept = async function* (): AsyncGenerator<Uint8Array> {
    yield pattern(1000, 1);
    assert.equal(await disk.sweep?.(60_000), 1);
    yield pattern(1000, 2);
  };
  await assert.rejects(disk.write('k3-1.jpg', swept(), image), { code: 'ENOENT' });
  await assertAbsent(disk, 'k3-1.jpg');
});

test('a reader gets the whole old file while it is overwritten or deleted', async () => {
  const disk = diskIn(newFolder());
  const key = 'k3-1.jpg';
  await disk.write(key, inChunks(pattern(500_000, 1)), image);
  const opened = await disk.open(key);
  await disk.write(key, inChunks(pattern(10, 2)), image);
  await disk.delete(key);
  const chunks: Uint8Array[] = [];
  for await (const chunk of opened ?? []) chunks.push(chunk);
  assert.ok(pattern(500_000, 1).equals(Buffer.concat(chunks)));
});

test('reports the disk space, even before the first file', async () => {
  const space = await diskIn(join(newFolder(), 'new')).space?.();
  assert.ok(space);
  assert.ok(space.freeBytes > 0 && space.freeBytes <= space.totalBytes);
});

test('the check names the folder that cannot be written and what to do', async () => {
  const file = join(newFolder(), 'file');
  writeFileSync(file, '');
  await assert.rejects(diskIn(join(file, 'media')).check(), (error) => {
    assert.ok(error instanceof StartFault);
    assert.match(error.message, /file\/media cannot be written \(ENOTDIR\).*set another folder\.$/);
    return true;
  });
});

test('writes 200 MB with less than 100 MB of memory', async () => {
  const disk = diskIn(newFolder());
  const megabytes = (count: number): AsyncGenerator<Uint8Array> => fresh(count * 16, 65_536);
  await disk.write('warm-1.bin', megabytes(10), image);
  const before = process.memoryUsage.rss();
  let peak = before;
  const watched = async function* (): AsyncGenerator<Uint8Array> {
    for await (const chunk of megabytes(200)) {
      peak = Math.max(peak, process.memoryUsage.rss());
      yield chunk;
    }
  };
  await disk.write('large-1.bin', watched(), { ...image, sizeBytes: 200 * 1024 * 1024 });
  const grownMb = (peak - before) / 1024 / 1024;
  process.stdout.write(`# 200 MB written, resident memory grew by ${grownMb.toFixed(1)} MB\n`);
  // V8 lets 64 MB of buffers become garbage before it collects them.
  assert.ok(grownMb < 100, `${grownMb} MB`);
});

async function* fresh(count: number, size: number): AsyncGenerator<Uint8Array> {
  for (let number = 0; number < count; number += 1) yield Buffer.alloc(size, number);
}

test('only the user running Herald can read the files', async () => {
  const folder = join(newFolder(), 'media');
  await diskIn(folder).write('k3-modes.jpg', inChunks(pattern(10, 1)), image);
  const modes = readdirSync(folder, { recursive: true, withFileTypes: true }).map((entry) => {
    const mode = (statSync(join(entry.parentPath, entry.name)).mode & 0o777).toString(8);
    return `${entry.isFile() ? 'file' : 'folder'} ${mode}`;
  });
  assert.deepEqual(modes.toSorted(), ['file 600', 'folder 700', 'folder 700']);
});
