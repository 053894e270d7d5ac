import type { Clock } from '../kernel/time/clock.ts';
import type { Counts } from '../kernel/counts.ts';
import type { HttpClient } from '../kernel/outbound/http-client.ts';
import { createPlatformHttp, sandboxAddress, type PlatformHttp } from '../kernel/outbound/platform-http.ts';
import type { Random } from '../kernel/crypto/random.ts';
import type { Call, PlatformAdapter } from './adapter.ts';

export type Platforms = {
  list(): readonly Platform[];
  find(name: string): Platform | undefined;
};

export type Platform = {
  adapter: PlatformAdapter;
  hasCredentials: boolean;
  hasSandbox: boolean;
  call(kind: { sandbox: boolean }): Call;
  requestedScopes(kind: { sandbox: boolean }): readonly string[];
  /** Differs from `url` for the sandbox. */
  browserUrl(url: string, kind: { sandbox: boolean }): string;
};

export type SandboxAddress = { url: string; browserUrl: string };

type Options = {
  adapters: readonly PlatformAdapter[];
  config: Readonly<Record<string, PlatformSetup>>;
  credentials: Readonly<Record<string, Readonly<Record<string, string>>>>;
  guarded: HttpClient;
  trusted: HttpClient;
  clock: Clock;
  random: Random;
  counts: Counts;
  callMs?: number;
  /** Read on every call: the port is known only after listening. */
  sandbox(): SandboxAddress | undefined;
};

type PlatformSetup = {
  hosts: Readonly<Record<string, string>>;
  trustedOrigins: readonly string[];
  apiVersion: string;
  requestedScopes: readonly string[];
};

export function createPlatforms(options: Options): Platforms {
  const platforms = options.adapters.map((adapter) => createPlatform(options, adapter));
  const byName = new Map(
    platforms.flatMap((platform) =>
      [platform.adapter.name, ...(platform.adapter.aliases ?? [])].map((name) => [name, platform]),
    ),
  );
  return { list: () => platforms, find: (name) => byName.get(name) };
}

function createPlatform(options: Options, adapter: PlatformAdapter): Platform {
  const { clock, random } = options;
  const defaults = defaultScopes(adapter);
  const setup = options.config[adapter.name] ?? {
    ...{ hosts: adapter.hosts, trustedOrigins: [], apiVersion: '' },
    requestedScopes: defaults,
  };
  const clients = {
    platform: adapter.name,
    guarded: options.guarded,
    trusted: options.trusted,
    trustedOrigins: new Set(setup.trustedOrigins),
    counts: options.counts,
    ...(options.callMs === undefined ? {} : { callMs: options.callMs }),
  };
  const credentials = options.credentials[adapter.name];
  // Accounts can outlive the operator's credentials, so every declared name has a value.
  const ownCredentials = Object.fromEntries(adapter.settings.map(({ name }) => [name, credentials?.[name] ?? '']));
  return {
    adapter,
    hasCredentials: credentials !== undefined,
    get hasSandbox() {
      return options.sandbox() !== undefined;
    },
    call: ({ sandbox }) => {
      if (!sandbox) {
        const http = createPlatformHttp({ ...clients, sandboxUrl: undefined });
        return {
          http,
          clock,
          random,
          credentials: ownCredentials,
          hosts: setup.hosts,
          apiVersion: setup.apiVersion,
        };
      }
      const address = options.sandbox();
      // The sandbox ignores the hosts and API version that the operator configured.
      return {
        http: address === undefined ? noSandbox : createPlatformHttp({ ...clients, sandboxUrl: address.url }),
        clock,
        random,
        credentials: Object.fromEntries(adapter.settings.map(({ name, sandboxValue }) => [name, sandboxValue])),
        hosts: adapter.hosts,
        apiVersion: adapter.apiVersion?.value ?? '',
      };
    },
    requestedScopes: ({ sandbox }) => (sandbox ? defaults : setup.requestedScopes),
    browserUrl: (url, { sandbox }) => {
      const address = options.sandbox();
      return sandbox && address !== undefined ? sandboxAddress(address.browserUrl, adapter.name, url) : url;
    },
  };
}

export function defaultScopes({ connect }: PlatformAdapter): readonly string[] {
  return connect.kind === 'oauth' ? connect.requestedScopes : [];
}

/** Without a sandbox, calls of sandbox accounts wait and never reach a real host. */
const noSandbox: PlatformHttp = {
  send: async () => ({ kind: 'notSent', reason: 'no sandbox is running: set HERALD_SANDBOX_URL' }),
};
