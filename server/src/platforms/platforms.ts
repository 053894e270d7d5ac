import type { Clock } from '../kernel/time/clock.ts';
import type { HttpClient } from '../kernel/outbound/http-client.ts';
import { createPlatformHttp, sandboxAddress, type PlatformHttp } from '../kernel/outbound/platform-http.ts';
import type { Random } from '../kernel/crypto/random.ts';
import type { Call, PlatformAdapter } from './adapter.ts';

/** The networks as operations see them. */
export type Platforms = {
  list(): readonly Platform[];
  /** By name or alias. */
  find(name: string): Platform | undefined;
};

export type Platform = {
  adapter: PlatformAdapter;
  /** Whether accounts on the network itself can be connected. */
  hasCredentials: boolean;
  hasSandbox: boolean;
  call(kind: { sandbox: boolean }): Call;
  /** What a person is asked for; empty where there are no scopes to ask for. */
  requestedScopes(kind: { sandbox: boolean }): readonly string[];
  /** Where a person's browser finds what `url` stands for. */
  browserUrl(url: string, kind: { sandbox: boolean }): string;
};

/** Where the sandbox is: for Herald's own calls, and for people's browsers. */
export type SandboxAddress = { url: string; browserUrl: string };

type Options = {
  adapters: readonly PlatformAdapter[];
  config: Readonly<Record<string, PlatformSetup>>;
  credentials: Readonly<Record<string, Readonly<Record<string, string>>>>;
  guarded: HttpClient;
  trusted: HttpClient;
  clock: Clock;
  random: Random;
  /** How long a call may take. */
  callMs?: number;
  /** Asked on every call: the port listened on is known late. */
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
    ...(options.callMs === undefined ? {} : { callMs: options.callMs }),
  };
  const credentials = options.credentials[adapter.name];
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
          credentials: credentials ?? {},
          hosts: setup.hosts,
          apiVersion: setup.apiVersion,
        };
      }
      const address = options.sandbox();
      // Its own addresses and a version the sandbox speaks, whatever the operator set for the network itself.
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

/** Accounts of the sandbox in a process that knows none: they wait, and nothing real is ever called in their stead. */
const noSandbox: PlatformHttp = {
  send: async () => ({ kind: 'notSent', reason: 'this Herald has no sandbox: set HERALD_SANDBOX_URL' }),
};
