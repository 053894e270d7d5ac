import assert from 'node:assert/strict';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, test } from 'node:test';
import { checkout, freePort, launch, startHerald, stopHerald, temporaryFolder, waitFor } from './herald.ts';

const secret = 'choose a long random text';
const dataDir = temporaryFolder();
const scratch = mkdtempSync(join(tmpdir(), 'herald-receivers-'));
const herald = await startHerald({ dataDir });
const key = herald.key ?? '';
after(async () => {
  await stopHerald(herald);
  for (const folder of [dataDir, scratch]) rmSync(folder, { recursive: true, force: true });
});

function snippet(language: string): string {
  const text = readFileSync(join(checkout, 'docs/webhooks.md'), 'utf8');
  const block = new RegExp(`^\`\`\`${language} receiver\\n(.*?)^\`\`\`$`, 'ms').exec(text)?.[1];
  assert.ok(block, `docs/webhooks.md has no receiver in ${language}`);
  return block;
}

type Message = { headers: Record<string, string>; body: string };

async function catchDelivery(): Promise<Message> {
  const { promise, resolve } = Promise.withResolvers<Message>();
  const server = createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on('data', (chunk: Buffer) => chunks.push(chunk));
    request.on('end', () => {
      resolve({ headers: request.headers as Record<string, string>, body: Buffer.concat(chunks).toString() });
      response.end();
    });
  });
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  await sendTestTo(`http://127.0.0.1:${(server.address() as AddressInfo).port}/`);
  const message = await promise;
  server.closeAllConnections();
  server.close();
  return message;
}

async function sendTestTo(url: string): Promise<string> {
  const body = { name: 'Receiver', url, events: ['post.published'], profileAccess: 'all_profiles', secret };
  const created = (await (await herald.post('/v1/webhooks', key, body)).json()) as { webhook: { id: string } };
  const sent = await herald.post(`/v1/webhooks/${created.webhook.id}/test`, key, {});
  assert.equal(sent.status, 202);
  return ((await sent.json()) as { deliveryId: string }).deliveryId;
}

function forgeries({ headers, body }: Message): Record<string, Message> {
  const stale = String(Number(headers['x-service-timestamp']) - 301);
  return {
    'a tampered body': { headers, body: body.replace('Test event', 'Best event') },
    'a stale timestamp': { headers: { ...headers, 'x-service-timestamp': stale }, body },
    'another signature': { headers: { ...headers, 'x-service-signature': `v1=${'0'.repeat(64)}` }, body },
    'no signature': { headers: { ...headers, 'x-service-signature': '' }, body },
  };
}

const servers = {
  // Node removes types from .ts files only, so this one has none.
  js: { file: 'receiver.mjs', command: (file: string) => [process.execPath, file] },
  python: { file: 'receiver.py', command: (file: string) => ['python3', file] },
};

for (const [language, { file, command }] of Object.entries(servers)) {
  test(`the ${language} receiver accepts Herald's deliveries and rejects forgeries and a wrong secret`, async () => {
    const program = join(scratch, file);
    writeFileSync(program, snippet(language));
    const start = async (own: string) => {
      const port = await freePort();
      const running = launch({ command: command(program), env: { PORT: String(port), WEBHOOK_SECRET: own } });
      await waitFor(() =>
        fetch(`http://127.0.0.1:${port}/`, { method: 'POST', body: '{}' }).then(
          () => true,
          () => undefined,
        ),
      );
      return { ...running, url: `http://127.0.0.1:${port}/` };
    };
    const receiver = await start(secret);
    const deliveryId = await sendTestTo(receiver.url);
    await waitFor(() => (receiver.output().includes('received evt_') ? true : undefined), { because: receiver.output });
    const log = await waitFor(async () => {
      const { deliveries } = (await (await herald.get('/v1/webhook-deliveries', key)).json()) as {
        deliveries: { deliveryId: string; status: string }[];
      };
      return deliveries.find((one) => one.deliveryId === deliveryId && one.status === 'delivered');
    });
    assert.ok(log);

    const genuine = await catchDelivery();
    const post = async (url: string, { headers, body }: Message): Promise<number> => {
      const { host, connection, 'content-length': length, ...own } = headers;
      assert.ok(host !== undefined && (connection !== undefined || length !== undefined));
      return (await fetch(url, { method: 'POST', headers: own, body })).status;
    };
    assert.equal(await post(receiver.url, genuine), 204);
    for (const [name, forged] of Object.entries(forgeries(genuine))) {
      assert.equal(await post(receiver.url, forged), 401, name);
    }
    const stranger = await start('another secret');
    assert.equal(await post(stranger.url, genuine), 401);
    for (const one of [receiver, stranger]) {
      one.child.kill();
      await one.ended;
    }
  });
}

test('the shell commands accept a real delivery and reject forgeries and a wrong secret', async () => {
  const genuine = await catchDelivery();
  const verify = async ({ headers, body }: Message, own: string) => {
    const file = join(scratch, 'body');
    writeFileSync(file, body);
    const env = {
      WEBHOOK_SECRET: own,
      BODY_FILE: file,
      TIMESTAMP: headers['x-service-timestamp'] ?? '',
      SIGNATURE: headers['x-service-signature'] ?? '',
    };
    const { ended, output } = launch({ command: ['sh', '-c', snippet('sh')], env });
    return { code: await ended, text: output().trim() };
  };
  assert.deepEqual(await verify(genuine, secret), { code: 0, text: 'genuine' });
  for (const [name, forged] of Object.entries(forgeries(genuine))) {
    assert.deepEqual(await verify(forged, secret), { code: 1, text: 'refused' }, name);
  }
  assert.deepEqual(await verify(genuine, 'another secret'), { code: 1, text: 'refused' });
});
