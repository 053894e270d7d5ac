import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { startTestApp } from '../../../../test/harness.ts';
import { makeTarget, type Target } from '../../../../test/data/posts.ts';

const t = await startTestApp({ sandbox: true, listens: true });
const user = await t.newUser();
const names = ['x', 'threads', 'bluesky', 'telegram', 'instagram', 'linkedin', 'facebook', 'tiktok', 'youtube'];
const targets: Target[] = [];
for (const name of names) targets.push(await makeTarget(user.call, name, name === 'telegram' ? 'agrees_1' : 'agrees'));

const items = fc.array(
  fc.record({ content: fc.constantFrom('', 'One', 'x'.repeat(290), 'x'.repeat(600)) }, { requiredKeys: [] }),
  { maxLength: 3 },
);
const settings = fc.oneof(
  { weight: 4, arbitrary: fc.constant(undefined) },
  fc.constant(null),
  fc.constant({}),
  fc.record(
    {
      threadItems: fc.oneof(items, fc.constantFrom('text', null, [])),
      replySettings: fc.constantFrom('following', 'mentioned_users', 'nobody', 7),
      replyControl: fc.constantFrom('everyone', 'x'),
      firstComment: fc.constantFrom('Hi', '', 'x'.repeat(3000), null),
      first_comment: fc.constantFrom('Hi', 3),
      disableComment: fc.boolean(),
      allowComments: fc.boolean(),
      parseMode: fc.constantFrom('html', 'nope'),
      languages: fc.constantFrom(['en'], ['en', 'de', 'fr', 'it'], 'en'),
      madeUpKey: fc.constant(1),
    },
    { requiredKeys: [] },
  ),
);
// Plain text and missing settings are frequent, so that enough bodies are valid.
const texts = fc.constantFrom(
  '',
  ...Array.from({ length: 5 }, () => 'Hello'),
  ' ',
  '#a '.repeat(40),
  'x'.repeat(281),
  'x'.repeat(2300),
  'x'.repeat(5001),
  '😀'.repeat(200),
);
const platforms = fc
  .uniqueArray(
    fc.record({
      at: fc.nat(targets.length - 1),
      customContent: fc.option(texts, { nil: undefined, freq: 1 }),
      settings,
    }),
    {
      selector: ({ at }) => at,
      maxLength: 3,
    },
  )
  .map((chosen) => chosen.map(({ at, ...rest }) => ({ ...targets[at], ...rest })));
const modes = fc.constantFrom<object>(
  { isDraft: true },
  { isDraft: true },
  { isDraft: true },
  { isDraft: true },
  { publishNow: true },
  { scheduledFor: '2026-04-01T10:00:00Z' },
  { scheduledFor: '2026-04-01T10:00:00', timezone: 'Europe/Berlin' },
  { scheduledFor: '2020-01-01T00:00:00Z' },
  { scheduledFor: 'soon' },
  {},
  { isDraft: true, publishNow: true },
);
const bodies = fc
  .record({
    content: texts,
    platforms,
    mode: modes,
    hashtags: fc.constantFrom([], [], ['art'], ['art'], ['#']),
    unknown: fc.boolean(),
  })
  .map(({ mode, unknown, ...body }) => ({ ...body, ...mode, ...(unknown ? { contnet: 'x' } : {}) }));

test('validate accepts exactly those bodies that create accepts', async () => {
  const seen = { valid: 0, invalid: 0 };
  const agrees = fc.asyncProperty(bodies, async (body) => {
    const { body: checked } = await user.call('POST', '/v1/posts/validate', { body });
    const created = await user.call('POST', '/v1/posts', { body });
    const isCreated = created.status === 201;
    assert.equal(checked.valid, isCreated, `${JSON.stringify(checked.issues)} against ${created.text}`);
    seen[isCreated ? 'valid' : 'invalid'] += 1;
    if (isCreated) await t.sql('DELETE FROM posts WHERE id = $1', [created.body.post._id]);
    const warned = checked.issues.filter(({ severity, rule }: any) => severity === 'warning' && rule === 'schema');
    if (isCreated)
      assert.equal(
        warned.length > 0,
        (created.body.warnings ?? []).some((text: string) => /contnet/.test(text)),
      );
  });
  await fc.assert(agrees, { numRuns: Number(process.env['HERALD_TEST_RUNS'] ?? 150) });
  assert.ok(seen.valid > 10 && seen.invalid > 10, JSON.stringify(seen));
});

test('accepts unknown keys and reports them with a suggestion', async () => {
  const [x] = targets;
  const body = {
    content: 'Hello again',
    isDraft: true,
    contnet: 'x',
    platforms: [{ ...x, settings: { replySetings: 'following' } }],
  };
  const { status, body: created } = await user.call('POST', '/v1/posts', { body });
  assert.equal(status, 201);
  assert.deepEqual(created.warnings, [
    '`contnet` is not known and was ignored. Did you mean `content`?',
    '`platforms[0].settings.replySetings` is not known and was ignored. Did you mean `replySettings`?',
  ]);
  const { body: updated } = await user.call('PUT', `/v1/posts/${created.post._id}`, { body: { titel: 'x' } });
  assert.deepEqual(updated.warnings, ['`titel` is not known and was ignored. Did you mean `title`?']);
  const { body: checked } = await user.call('POST', '/v1/posts/validate', { body });
  assert.deepEqual(
    checked.issues.map(({ rule, severity, field }: any) => [rule, severity, field]),
    [
      ['schema', 'warning', 'contnet'],
      ['settings', 'warning', 'platforms[0].settings.replySetings'],
    ],
  );
});

test('accepts the setting aliases of compatible services, and platformSpecificData for settings', async () => {
  const named = (name: string): Target => targets[names.indexOf(name)] ?? { platform: '', accountId: '' };
  const platforms = [
    { ...named('tiktok'), platformSpecificData: { disableComment: true } },
    { ...named('linkedin'), settings: { first_comment: 'First!', disableLinkCard: true } },
  ];
  const { body } = await user.call('POST', '/v1/posts', { body: { content: 'Aliases', isDraft: true, platforms } });
  assert.deepEqual(
    body.post.platforms.map(({ settings }: any) => settings),
    [{ disableComments: true }, { firstComment: 'First!', disableLinkPreview: true }],
  );
  assert.equal(body.warnings, undefined);
});

test('reads a local time without a time zone as UTC and warns about it', async () => {
  const body = { content: 'When?', scheduledFor: '2026-04-01T10:00:00', platforms: [targets[3]] };
  const { body: created } = await user.call('POST', '/v1/posts', { body });
  assert.equal(created.post.scheduledFor, '2026-04-01T10:00:00.000Z');
  assert.match(created.warnings[0], /read as UTC: 2026-04-01T10:00:00\.000Z/);
});

test('accepts allowDuplicate as a query parameter', async () => {
  const body = { content: 'Twice', scheduledFor: '2026-04-02T10:00:00Z', platforms: [targets[3]] };
  assert.equal((await user.call('POST', '/v1/posts', { body })).status, 201);
  assert.equal((await user.call('POST', '/v1/posts', { body })).status, 409);
  assert.equal((await user.call('POST', '/v1/posts?allowDuplicate=true', { body })).status, 201);
});
