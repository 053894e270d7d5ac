import type { Config } from './config.ts';
import type { SandboxAddress } from '../platforms/platforms.ts';
import type { Role } from './serve-arguments.ts';

/** URLs with a port are known once the process listens. */
export type Origins = {
  listensOn(origin: string): void;
  sandboxListensOn(origin: string): void;
  baseUrl(): string;
  /** The local one first. */
  origins(): readonly string[];
  runsSandbox: boolean;
  sandbox(): SandboxAddress | undefined;
  notes(): string[];
};

export function createOrigins(config: Config, role: Role): Origins {
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
      if (runsSandbox) return isProduction ? [`The sandbox is running at ${sandbox().url}`] : [];
      if (isProduction || config.sandboxUrl !== undefined) return [];
      return [
        `Role ${role} does not run a sandbox. To connect sandbox accounts, start npm run sandbox and set HERALD_SANDBOX_URL.`,
      ];
    },
  };
}
