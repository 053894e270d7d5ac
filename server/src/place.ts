import type { Config } from './config.ts';
import type { SandboxAddress } from './platforms/platforms.ts';
import type { Role } from './serve-arguments.ts';

/** Where this process is to be found. What depends on the port is known once it listens. */
export type Place = {
  listensOn(origin: string): void;
  /** For the outside. */
  baseUrl(): string;
  /** Herald's own addresses, the one reached from here first. */
  origins(): readonly string[];
  /** The one inside this process. */
  sandbox(): SandboxAddress | undefined;
  notes(): string[];
};

export function createPlace(config: Config, role: Role): Place {
  let origin = `http://127.0.0.1:${config.port}`;
  const bringsSandbox = role === 'all' && config.sandboxUrl === undefined;
  const baseUrl = (): string => config.publicUrl ?? origin;
  return {
    listensOn: (known) => {
      origin = known;
    },
    baseUrl,
    origins: () => [...new Set([origin, baseUrl()])],
    sandbox: () => (bringsSandbox ? { url: `${origin}/sandbox`, browserUrl: `${baseUrl()}/sandbox` } : undefined),
    notes: () =>
      bringsSandbox || config.sandboxUrl !== undefined
        ? []
        : [
            `role ${role} brings no sandbox: run npm run sandbox and set HERALD_SANDBOX_URL to connect sandbox accounts`,
          ],
  };
}
