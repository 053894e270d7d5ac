import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Storage } from '../../../storage/storage.ts';
import { isSpaceLow, requireSpace } from './require-space.ts';

const gigabyte = 1_000_000_000;

const storageWith = (space: Storage['space']): Storage => ({ space }) as unknown as Storage;

test('uploads stop below 10% of the disk or 2 GB, posts with media below 5% or 1 GB', () => {
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

test('throws insufficientStorage only for the use that lacks space', async () => {
  const storage = storageWith(async () => ({ freeBytes: 7 * gigabyte, totalBytes: 100 * gigabyte }));
  await assert.rejects(requireSpace({ storage }), { code: 'insufficientStorage', message: /uploads are refused/ });
  await requireSpace({ storage }, 'posts');
  const fuller = storageWith(async () => ({ freeBytes: 4 * gigabyte, totalBytes: 100 * gigabyte }));
  const refused = { code: 'insufficientStorage', message: /posts with media are refused/ };
  await assert.rejects(requireSpace({ storage: fuller }, 'posts'), refused);
});

test('storage without a disk is never full', async () => {
  const storage = storageWith(undefined);
  await requireSpace({ storage });
  await requireSpace({ storage }, 'posts');
});
