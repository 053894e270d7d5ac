import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { EpochCopies } from './epoch-copies.ts';
import { judgeEpoch } from './judge-epoch.ts';

const own = (epoch: number) => ({ installationId: 'a', epoch });
const database = own(5);

test('does not hold a database that is as new as every copy, or newer', () => {
  const rows: EpochCopies[] = [
    { media: own(5), host: own(5) },
    { media: own(4), host: own(3) },
    { media: own(5), host: undefined },
    { media: undefined, host: own(5) },
    { media: 'unreadable', host: own(5) },
  ];
  for (const copies of rows) assert.equal(judgeEpoch(database, copies), undefined, JSON.stringify(copies));
});

test('holds a database that is older than a copy', () => {
  assert.match(judgeEpoch(database, { media: own(6), host: undefined }) ?? '', /epoch 5, last known 6/);
  assert.match(judgeEpoch(database, { media: own(5), host: own(7) }) ?? '', /epoch 5, last known 7/);
  assert.match(judgeEpoch(database, { media: 'unreadable', host: own(7) }) ?? '', /last known 7/);
});

test('holds a database whose epoch nothing confirms', () => {
  assert.match(judgeEpoch(database, { media: undefined, host: undefined }) ?? '', /has no copy of the epoch/);
  const other = { installationId: 'b', epoch: 1 };
  assert.match(judgeEpoch(database, { media: other, host: own(5) }) ?? '', /another installation/);
});

test('refuses to start when the media store cannot be read and no other copy confirms the epoch', () => {
  assert.throws(() => judgeEpoch(database, { media: 'unreadable', host: undefined }), /herald doctor/);
});
