import { mkdir } from 'node:fs/promises';
import type { IncomingMessage, Server, ServerResponse } from 'node:http';
import { join } from 'node:path';
import type { Sandbox } from '@herald/sandbox';
import type { Log } from './kernel/log.ts';

type Options = {
  server: Server;
  folder: string;
  isProduction: boolean;
  /** Herald's own addresses, the one reached from here first. */
  origins: readonly string[];
  log: Log;
};

const prefix = /^\/sandbox(?:[/?]|$)/;

/**
 * Hands every request under `/sandbox` to the bundled stand-in for the networks, before anything of Herald sees it. It is
 * loaded with the first of them: a Herald without sandbox accounts never pays for it.
 */
export function openSandbox({ server, log, ...options }: Options): { close(): Promise<void> } {
  let opened: Promise<Sandbox> | undefined;
  const serveSandbox = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    opened ??= start(options);
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

async function start({ folder, isProduction, origins }: Omit<Options, 'server' | 'log'>): Promise<Sandbox> {
  const { createSandbox } = await import('@herald/sandbox');
  await mkdir(folder, { recursive: true });
  return createSandbox({ isProduction, heraldOrigins: () => origins, file: join(folder, 'sandbox.jsonl') });
}
