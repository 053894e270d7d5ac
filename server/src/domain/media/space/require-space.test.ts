import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Storage } from '../../../storage/storage.ts';
import { isSpaceLow, requireSpace } from './require-space.ts';

const gigabyte = 1_000_000_000;

/** Only what is asked for the space. */
const storageWith = (space: Storage['space']): Storage => ({ space }) as unknown as Storage;

test('uploads stop below a tenth of the disk or 2 GB, posts with media below a twentieth or 1 GB', () => {
  const rows: [freeBytes: number, totalBytes: number, uploads: boolean, posts: boolean][] = [
    [10 * gigabyte, 100 * gigabyte, false, false],
    [10 * gigabyte - 1, 100 * gigabyte, true, false],
    [5 * gigabyte, 100 * gigabyte, true, false],
    [5 * gigabyte - 1, 100 * gigabyte, true, true],
    [2 * gigabyte, 10 * gigabyte, false, false],
    [2 * gigabyte - 1, 10 * gigabyte, true, false],
    [gigabyte, 10 * gigabyte, true, false],
    [gigabyte - 1, 10 * gigabyte, true, true],
    [0, 0, true, true],
  ];
  for (const [freeBytes, totalBytes, uploads, posts] of rows) {
    const space = { freeBytes, totalBytes };
    assert.deepEqual([isSpaceLow(space, 'uploads'), isSpaceLow(space, 'posts')], [uploads, posts], `${freeBytes}`);
  }
});

test('507 for what the space is too small for, and for nothing else', async () => {
  const storage = storageWith(async () => ({ freeBytes: 7 * gigabyte, totalBytes: 100 * gigabyte }));
  await assert.rejects(requireSpace({ storage }), { code: 'insufficientStorage', message: /uploads wait/ });
  await requireSpace({ storage }, 'posts');
  const fuller = storageWith(async () => ({ freeBytes: 4 * gigabyte, totalBytes: 100 * gigabyte }));
  const refused = { code: 'insufficientStorage', message: /posts with media wait/ };
  await assert.rejects(requireSpace({ storage: fuller }, 'posts'), refused);
});

test('a store without a disk of its own is never full', async () => {
  const storage = storageWith(undefined);
  await requireSpace({ storage });
  await requireSpace({ storage }, 'posts');
});
