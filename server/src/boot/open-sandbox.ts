import { mkdir } from 'node:fs/promises';
import type { IncomingMessage, Server, ServerResponse } from 'node:http';
import { join } from 'node:path';
import type { Sandbox } from '@herald/sandbox';
import type { Log } from '../kernel/log.ts';
import { StartFault } from '../kernel/start-fault.ts';

type SandboxFiles = {
  folder: string;
  origins: readonly string[];
};

export type RunningSandbox = { close(): Promise<void> };

const prefix = /^\/sandbox(?:[/?]|$)/;

/** For development: the first request under `/sandbox` loads the sandbox. */
export function mountSandbox({ server, log, ...files }: SandboxFiles & { server: Server; log: Log }): RunningSandbox {
  let opened: Promise<Sandbox> | undefined;
  const serveSandbox = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    opened ??= load(files, { isProduction: false });
    try {
      (await opened).handle(request, response);
    } catch (error) {
      log.error({ err: error }, 'the sandbox could not be started');
      response.writeHead(503).end();
    }
  };
  const own = server.listeners('request') as ((request: IncomingMessage, response: ServerResponse) => void)[];
  server.removeAllListeners('request');
  server.on('request', (request: IncomingMessage, response: ServerResponse) => {
    if (prefix.test(request.url ?? '')) void serveSandbox(request, response);
    else for (const listener of own) listener(request, response);
  });
  return {
    close: async () => {
      await (await opened?.catch(() => undefined))?.close();
    },
  };
}

/** For production: a separate listener, so that a proxy in front of Herald does not expose the sandbox. */
export async function listenForSandbox({
  host,
  port,
  ...files
}: SandboxFiles & { host: string; port: number }): Promise<RunningSandbox & { origin: string }> {
  const { listenSandbox } = await import('@herald/sandbox');
  const sandbox = await load(files, { isProduction: true });
  try {
    return await listenSandbox(sandbox, { host, port });
  } catch (error) {
    await sandbox.close();
    throw new StartFault(
      `The sandbox cannot listen on ${host}:${port} (${(error as Error).message}). Set HERALD_SANDBOX_PORT to a free port, or HERALD_SANDBOX=off.`,
    );
  }
}

async function load({ folder, origins }: SandboxFiles, options: { isProduction: boolean }): Promise<Sandbox> {
  const { createSandbox } = await import('@herald/sandbox');
  await mkdir(folder, { recursive: true, mode: 0o700 });
  return createSandbox({ ...options, heraldOrigins: () => origins, file: join(folder, 'sandbox.jsonl') });
}
