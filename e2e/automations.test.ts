import assert from 'node:assert/strict';
import { rmSync } from 'node:fs';
import { after, test } from 'node:test';
import { chromium, type Browser } from 'playwright-core';
import sharp from 'sharp';
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
  data: { log: { status: string; commenterName: string; commentReplyStatus: string } };
};
const sink = await startSink<WebhookBody>();
after(async () => {
  sink.close();
  await browser.close();
  await stopHerald(herald);
  rmSync(folder, { recursive: true, force: true });
});

async function send<Body>(path: string, body: object): Promise<Body> {
  const response = await herald.post(path, key, body);
  const json: unknown = await response.json();
  assert.ok(response.ok, JSON.stringify(json));
  return json as Body;
}

async function read<Body>(path: string): Promise<Body> {
  return (await (await herald.get(path, key)).json()) as Body;
}

async function publish(target: object): Promise<string> {
  const create = { width: 600, height: 600, channels: 3, background: 'teal' } as const;
  const jpeg = await sharp({ create }).jpeg().toBuffer();
  const file = { filename: 'guide.jpg', contentType: 'image/jpeg', size: jpeg.length };
  const { uploadUrl, publicUrl } = await send<{ uploadUrl: string; publicUrl: string }>('/v1/media/presign', file);
  const headers = { 'content-type': 'image/jpeg' };
  const put = await fetch(uploadUrl, { method: 'PUT', headers, body: new Uint8Array(jpeg) });
  assert.equal(put.status, 200);
  const input = { content: 'Our new guide', publishNow: true, mediaItems: [{ url: publicUrl }], platforms: [target] };
  const { post } = await send<{ post: { _id: string; status: string } }>('/v1/posts', input);
  assert.equal(post.status, 'published', JSON.stringify(post));
  return post._id;
}

test('a comment with a misspelt keyword is answered with a message and then in public', async () => {
  const target = await connectAccount(herald, key, { platform: 'instagram', name: 'e2e.guides' });
  const postId = await publish(target);
  const webhook = { name: 'Sink', url: sink.url, events: ['automation.sent'], profileAccess: 'all_profiles' };
  await send('/v1/webhooks', webhook);
  const { automation } = await send<{ automation: { id: string } }>('/v1/comment-automations', {
    ...{ accountId: target.accountId, postId, name: 'Guide', keywords: ['guide'], matchMode: 'word' },
    ...{ typoTolerance: true, dmMessage: 'Here is the guide.', commentReply: 'Look at your messages!' },
    buttons: [{ type: 'url', title: 'Open the guide', url: 'https://example.com/guide' }],
  });

  const page = await browser.newPage();
  await page.goto(`${herald.baseUrl}/sandbox/feed/instagram`);
  await page
    .getByRole('link', { name: /comment/i })
    .first()
    .click();
  await page.getByLabel('Username').fill('mira.reads');
  await page.getByLabel('Text', { exact: true }).fill('The guidde, please!');
  await page.getByRole('button', { name: /comment/i }).click();
  await page.getByText('Look at your messages!').waitFor();
  await photograph(page, 'automation-comment');

  const { type, data } = await waitFor(() => sink.received[0], { because: herald.output });
  assert.deepEqual([type, data.log.status, data.log.commenterName], ['automation.sent', 'sent', 'mira.reads']);
  await page.goto(`${herald.baseUrl}/sandbox/feed/instagram/messages/e2e.guides`);
  await page.getByRole('link', { name: /mira\.reads/ }).click();
  await page.getByText('Here is the guide.').waitFor();
  assert.equal(await page.getByRole('link', { name: 'Open the guide' }).count(), 1);
  await photograph(page, 'automation-message');
  await page.close();

  const { logs } = await read<{ logs: WebhookBody['data']['log'][] }>(`/v1/comment-automations/${automation.id}`);
  assert.deepEqual(
    logs.map(({ status, commentReplyStatus }) => [status, commentReplyStatus]),
    [['sent', 'sent']],
  );
  const { contacts } = await read<{ contacts: { source: string; displayIdentifier: string }[] }>('/v1/contacts');
  assert.deepEqual(
    contacts.map(({ source, displayIdentifier }) => [source, displayIdentifier]),
    [['automation', 'mira.reads']],
  );
});
