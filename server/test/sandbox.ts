import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';

export type TestSandbox = {
  url: string;
  control(method: string, path: string, body?: object): Promise<any>;
  fault(platform: string, kind: string, more?: object): Promise<void>;
  advance(ms: number): Promise<void>;
  close(): Promise<void>;
};

type Options = {
  /** Where the sandbox may fetch media and redirect people. */
  heraldOrigins: () => readonly string[];
  /** Start of a manual clock. */
  clock: Date | 'real';
};

const seededStart = new Date('2026-01-01T00:00:00.000Z');

export async function startTestSandbox({ heraldOrigins, clock }: Options): Promise<TestSandbox> {
  const [{ control }, { createSandboxOf }, { platforms }, { parrotPlatform }] = await Promise.all([
    import('../../sandbox/src/control/index.ts'),
    import('../../sandbox/src/core/sandbox.ts'),
    import('../../sandbox/src/registry.ts'),
    import('./example/sandbox/index.ts'),
  ]);
  const sandbox = await createSandboxOf([...platforms, parrotPlatform], control, {
    isProduction: false,
    heraldOrigins,
    ...(clock === 'real' ? {} : { seed: 'herald tests' }),
  });
  const server = createServer((request, response) => sandbox.handle(request, response));
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/sandbox`;
  const ask: TestSandbox['control'] = async (method, path, body) => {
    const init =
      body === undefined ? {} : { headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) };
    const response = await fetch(`${url}/control/${path}`, { method, ...init });
    const text = await response.text();
    if (!response.ok) throw new Error(`${method} ${path}: ${text}`);
    return text === '' ? undefined : JSON.parse(text);
  };
  const advance = (ms: number): Promise<void> => ask('POST', 'clock', { advanceMs: ms });
  if (clock !== 'real') await advance(clock.getTime() - seededStart.getTime());
  return {
    url,
    control: ask,
    advance,
    fault: (platform, kind, more = {}) => ask('POST', 'faults', { platform, kind, ...more }),
    close: async () => {
      await sandbox.close();
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}
