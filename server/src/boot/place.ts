import type { Config } from './config.ts';
import type { SandboxAddress } from '../platforms/platforms.ts';
import type { Role } from './serve-arguments.ts';

/** Where this process is to be found. What depends on a port is known once it listens. */
export type Place = {
  listensOn(origin: string): void;
  sandboxListensOn(origin: string): void;
  /** For the outside. */
  baseUrl(): string;
  /** Herald's own addresses, the one reached from here first. */
  origins(): readonly string[];
  /** Whether this process runs the sandbox. */
  runsSandbox: boolean;
  sandbox(): SandboxAddress | undefined;
  notes(): string[];
};

export function createPlace(config: Config, role: Role): Place {
  let origin = `http://127.0.0.1:${config.port}`;
  let sandboxOrigin: string | undefined;
  const runsSandbox = role === 'all' && config.sandboxUrl === undefined && config.sandbox === 'on';
  const baseUrl = (): string => config.publicUrl ?? origin;
  const sandbox = (): SandboxAddress => ({
    url: `${sandboxOrigin ?? origin}/sandbox`,
    browserUrl: `${sandboxOrigin ?? baseUrl()}/sandbox`,
  });
  return {
    listensOn: (known) => {
      origin = known;
    },
    sandboxListensOn: (known) => {
      sandboxOrigin = known;
    },
    baseUrl,
    origins: () => [...new Set([origin, baseUrl()])],
    runsSandbox,
    sandbox: () => (runsSandbox ? sandbox() : undefined),
    notes: () => {
      const isProduction = config.env === 'production';
      if (runsSandbox) return isProduction ? [`The sandbox is on, at ${sandbox().url}`] : [];
      if (isProduction || config.sandboxUrl !== undefined) return [];
      return [
        `Role ${role} runs no sandbox. To connect sandbox accounts, start npm run sandbox and set HERALD_SANDBOX_URL.`,
      ];
    },
  };
}
