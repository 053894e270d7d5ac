import { createServer, type RequestListener, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { TestContext } from 'node:test';
import { control } from '../src/control/index.ts';
import type { Platform } from '../src/core/platform.ts';
import { createSandboxOf } from '../src/core/sandbox.ts';
import type { SandboxOptions } from '../src/core/context.ts';
import { platforms } from '../src/registry.ts';

export const botToken = '1234567890:sandbox-bot-token-herald-0000000000';

export type TestResponse = { status: number; headers: Headers; body: any };
export type Running = {
  origin: string;
  request(path: string, init?: RequestInit): Promise<TestResponse>;
  control(method: string, path: string, body?: unknown): Promise<TestResponse>;
  /** A method of the Bot API with JSON parameters. */
  bot(method: string, parameters?: unknown): Promise<TestResponse>;
  fault(kind: string, more?: object): Promise<void>;
  posts(query?: string): Promise<any[]>;
  close(): Promise<void>;
};

type Options = Partial<SandboxOptions> & { platforms?: readonly Platform[] };

/** A sandbox on a free port, closed after the test. IDs and clock are seeded by default. */
export async function startSandbox(t: TestContext, options: Options = {}): Promise<Running> {
  const { platforms: chosen = platforms, ...rest } = options;
  const settings = { isProduction: false, heraldOrigins: () => ['http://127.0.0.1:1'], seed: 'tests', ...rest };
  const sandbox = await createSandboxOf(chosen, control, settings);
  const server = createServer(sandbox.handle);
  const origin = await listen(server);
  let isOpen = true;
  const close = async (): Promise<void> => {
    if (!isOpen) return;
    isOpen = false;
    await sandbox.close();
    server.closeAllConnections();
    await new Promise((resolve) => server.close(resolve));
  };
  t.after(close);
  return { ...speak(origin), close };
}

/** Sends requests to a sandbox at a URL. */
export function speak(origin: string): Omit<Running, 'close'> {
  const request = async (path: string, init: RequestInit = {}): Promise<TestResponse> => {
    const response = await fetch(`${origin}/sandbox${path}`, { redirect: 'manual', ...init });
    const text = await response.text();
    const isJson = response.headers.get('content-type') === 'application/json';
    return { status: response.status, headers: response.headers, body: isJson ? JSON.parse(text) : text };
  };
  const send = (method: string, path: string, body?: unknown) =>
    request(path, {
      method,
      ...(body !== undefined && { headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) }),
    });
  const onControl: Running['control'] = (method, path, body) => send(method, `/control/${path}`, body);
  return {
    origin,
    request,
    control: onControl,
    bot: (method, parameters = {}) => send('POST', `/telegram/api.telegram.org/bot${botToken}/${method}`, parameters),
    fault: async (kind, more = {}) => {
      const response = await onControl('POST', 'faults', { platform: 'telegram', kind, ...more });
      if (response.status !== 201) throw new Error(JSON.stringify(response.body));
    },
    posts: async (query = '') => (await onControl('GET', `ledger${query}`)).body.posts,
  };
}

/** A stand-in for Herald that serves media. */
export async function startServer(t: TestContext, listener: RequestListener): Promise<string> {
  const server = createServer(listener);
  t.after(() => {
    server.closeAllConnections();
    server.close();
  });
  return listen(server);
}

async function listen(server: Server): Promise<string> {
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}
