import assert from 'node:assert/strict';
import { createHmac } from 'node:crypto';
import type { IncomingMessage, ServerResponse } from 'node:http';
import type { TestContext } from 'node:test';
import { startServer } from './harness.ts';

export type Received = { body: any; text: string; signature: string };

/** Stands for Herald: returns the challenge and notes events; `isDown` makes it refuse them. */
export async function startReceiver(t: TestContext, platform: string) {
  const received: Received[] = [];
  const state = { isDown: false, handshakes: 0 };
  const listen = async (req: IncomingMessage, res: ServerResponse): Promise<void> => {
    const url = new URL(req.url ?? '', 'http://herald');
    if (url.pathname !== `/v1/platform-webhooks/${platform}`) return void res.writeHead(404).end();
    if (req.method === 'GET') {
      state.handshakes += 1;
      assert.equal(url.searchParams.get('hub.verify_token'), `sandbox-${platform}-verify-token`);
      return void res.end(url.searchParams.get('hub.challenge'));
    }
    const chunks: Buffer[] = [];
    for await (const chunk of req) chunks.push(chunk as Buffer);
    if (state.isDown) return void res.writeHead(503).end();
    const text = Buffer.concat(chunks).toString();
    received.push({ text, body: JSON.parse(text), signature: String(req.headers['x-hub-signature-256']) });
    res.end();
  };
  const origin = await startServer(t, (req, res) => void listen(req, res));
  return { origin, received, state };
}

export async function until(isDone: () => boolean): Promise<void> {
  for (const deadline = Date.now() + 5000; Date.now() < deadline && !isDone();) {
    await new Promise((resolve) => setTimeout(resolve, 10));
  }
  assert.ok(isDone(), 'nothing arrived within five seconds');
}

/** Signed with the app's secret, over bytes in which everything but ASCII is escaped. */
export function assertSigned({ text, signature }: Received, secret: string): void {
  assert.doesNotMatch(text, /[^ -~]/);
  assert.equal(signature, `sha256=${createHmac('sha256', secret).update(text).digest('hex')}`);
}
