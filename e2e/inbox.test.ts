import assert from 'node:assert/strict';
import { rmSync } from 'node:fs';
import { after, test } from 'node:test';
import { chromium, type Browser } from 'playwright-core';
import { connectAccount } from './connect-account.ts';
import { startHerald, stopHerald, temporaryFolder, waitFor } from './herald.ts';
import { photograph } from './photograph.ts';
import { startSink } from './webhook-sink.ts';

const folder = temporaryFolder();
const browser: Browser = await chromium.launch({ executablePath: '/usr/bin/chromium', args: ['--no-sandbox'] });
const herald = await startHerald({ dataDir: folder });
const key = herald.key ?? '';

type WebhookBody = {
  type: string;
  data: { message: { message: string }; conversation: { id: string; participantUsername: string } };
};

const sink = await startSink<WebhookBody>();
after(async () => {
  sink.close();
  await browser.close();
  await stopHerald(herald);
  rmSync(folder, { recursive: true, force: true });
});

test('a message written in the browser reaches a webhook, and the reply appears on the page once', async () => {
  const { accountId } = await connectAccount(herald, key, { platform: 'instagram', name: 'e2e.inbox' });
  const webhook = { name: 'Sink', url: sink.url, events: ['message.received'] };
  const created = await herald.post('/v1/webhooks', key, { ...webhook, profileAccess: 'all_profiles' });
  assert.equal(created.status, 201, await created.text());

  const page = await browser.newPage();
  await page.goto(`${herald.baseUrl}/sandbox`);
  await page.getByRole('link', { name: /^Instagram/ }).click();
  await page.getByRole('link', { name: 'Direct messages' }).click();
  await page.getByRole('link', { name: /e2e\.inbox/ }).click();
  await photograph(page, 'messages-empty');
  await page.getByLabel('Username').fill('mira.reads');
  await page.getByLabel('Text', { exact: true }).fill('Do you ship abroad?');
  await page.getByRole('button', { name: 'Send' }).click();
  await page.getByRole('heading', { name: 'mira.reads and e2e.inbox' }).waitFor();

  const { type, data } = await waitFor(() => sink.received[0], { because: herald.output });
  assert.deepEqual(
    [type, data.message.message, data.conversation.participantUsername],
    ['message.received', 'Do you ship abroad?', 'mira.reads'],
  );
  const path = `/v1/inbox/conversations/${encodeURIComponent(data.conversation.id)}/messages`;
  const reply = (): Promise<Response> =>
    fetch(`${herald.baseUrl}${path}`, {
      method: 'POST',
      headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json', 'idempotency-key': 'reply-1' },
      body: JSON.stringify({ accountId, message: 'Yes, we do.' }),
    });
  const first = await reply();
  assert.deepEqual([first.status, first.headers.get('idempotent-replayed')], [200, null]);
  await page.getByText('Yes, we do.').waitFor();
  const second = await reply();
  assert.deepEqual([second.status, second.headers.get('idempotent-replayed')], [200, 'true']);
  assert.deepEqual(await second.json(), await first.json());
  await page.reload();
  assert.equal(await page.getByText('Yes, we do.').count(), 1);
  await photograph(page, 'messages');
  const search = await herald.get('/v1/inbox/conversations/search?query=SHIP', key);
  const { data: results } = (await search.json()) as { data: { matchCount: number }[] };
  assert.deepEqual(
    results.map(({ matchCount }) => matchCount),
    [1],
  );
  await page.close();
});
