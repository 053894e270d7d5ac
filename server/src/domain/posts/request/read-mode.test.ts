import assert from 'node:assert/strict';
import { test } from 'node:test';
import { AppError } from '../../../kernel/errors.ts';
import type { CreatePost } from '../../../schemas/post.ts';
import { readMode } from './read-mode.ts';

test('returns one of the four modes, and false counts as not set', () => {
  assert.equal(readMode({}), undefined);
  assert.equal(readMode({ publishNow: false, isDraft: false }), undefined);
  assert.deepEqual(readMode({ isDraft: true, publishNow: false }), { kind: 'draft' });
  assert.deepEqual(readMode({ publishNow: true }), { kind: 'now' });
  assert.deepEqual(readMode({ queuedFromProfile: 'p', queueId: 'q' }), { kind: 'queue', profileId: 'p', queueId: 'q' });
});

test('reads a time without an offset as local, shifting gaps forward and taking the earlier of two', () => {
  const timezone = 'Europe/Berlin';
  const times: [string, string][] = [
    ['2026-03-02T09:00:00Z', '2026-03-02T09:00:00.000Z'],
    ['2026-03-02T09:00:00+02:00', '2026-03-02T07:00:00.000Z'],
    ['2026-03-02T09:00', '2026-03-02T08:00:00.000Z'],
    ['2026-03-29T02:30:00', '2026-03-29T01:30:00.000Z'],
    ['2026-10-25T02:30', '2026-10-25T00:30:00.000Z'],
  ];
  for (const [scheduledFor, expected] of times) {
    const mode = readMode({ scheduledFor, timezone });
    assert.ok(mode?.kind === 'at');
    assert.equal(mode.scheduledFor.toISOString(), expected, scheduledFor);
  }
});

test('rejects conflicting fields by naming the second in request order', () => {
  const refusals: [CreatePost, string][] = [
    [{ publishNow: true, isDraft: true }, 'isDraft'],
    [{ isDraft: true, publishNow: true }, 'publishNow'],
    [{ scheduledFor: '2026-03-02T09:00:00Z', queuedFromProfile: 'p' }, 'queuedFromProfile'],
    [{ queueId: 'q', isDraft: true }, 'queueId'],
    [{ scheduledFor: 'tomorrow' }, 'scheduledFor'],
    [{ scheduledFor: '2026-02-30T09:00:00Z' }, 'scheduledFor'],
    [{ isDraft: true, timezone: 'Mars/Olympus' }, 'timezone'],
  ];
  for (const [input, param] of refusals) {
    assert.throws(
      () => readMode(input),
      (error) => error instanceof AppError && error.code === 'validation' && error.details.param === param,
      param,
    );
  }
});
