import { textSetting, urlSetting, type Setting } from '../kernel/setting.ts';
import type { PlatformAdapter } from '../platforms/adapter.ts';
import { defaultScopes } from '../platforms/platforms.ts';
import { scopeNames } from '../platforms/shared/platform-text.ts';
import { readSetting, type Environment } from './read-setting.ts';

export type PlatformConfig = {
  hosts: Readonly<Record<string, string>>;
  trustedOrigins: readonly string[];
  apiVersion: string;
  requestedScopes: readonly string[];
};

export type PlatformCredentials = Readonly<Record<string, string>>;

type TextSetting = Setting<string | undefined>;
type PlatformSettings = Record<'credentials' | 'hosts' | 'version' | 'scopes', TextSetting[]>;

export function platformSettings(adapter: PlatformAdapter): PlatformSettings {
  const { settings, hosts, apiVersion } = adapter;
  const scopes = defaultScopes(adapter);
  const name = (thing: string): string => `HERALD_${adapter.name}_${thing}`.toUpperCase();
  return {
    credentials: settings.map((setting) =>
      textSetting({
        name: name(setting.name),
        about: `${setting.about} ${setting.source}`,
        secret: setting.isSecret,
        fallback: undefined,
        fallbackText: 'sandbox only',
      }),
    ),
    hosts: Object.entries(hosts).map(([role, url]) =>
      urlSetting({
        name: name(`${role}_url`),
        about: "Base URL to call instead of the platform's own.",
        protocols: ['https:', 'http:'],
        fallbackText: url,
      }),
    ),
    version:
      apiVersion === undefined
        ? []
        : [
            textSetting({
              name: name('api_version'),
              about: 'The version of its API.',
              fallback: apiVersion.value,
              pattern: /^[\w.]{1,20}$/,
            }),
          ],
    scopes:
      scopes.length === 0
        ? []
        : [
            textSetting({
              name: name('scopes'),
              about: 'The complete list of scopes to request.',
              fallback: scopes.join(' '),
              pattern: /^[\w.:/-]+([\s,]+[\w.:/-]+)*$/,
              hint: 'must be a list of scopes, separated by spaces or commas',
            }),
          ],
  };
}

type Read = {
  platforms: Record<string, PlatformConfig>;
  credentials: Record<string, PlatformCredentials>;
};

export function readPlatformConfig(
  environment: Environment,
  adapters: readonly PlatformAdapter[],
  faults: string[],
): Read {
  const read: Read = { platforms: {}, credentials: {} };
  for (const adapter of adapters) {
    read.platforms[adapter.name] = readHosts(environment, adapter, faults);
    const credentials = readCredentials(environment, adapter, faults);
    if (credentials !== undefined) read.credentials[adapter.name] = credentials;
  }
  return read;
}

function readHosts(environment: Environment, adapter: PlatformAdapter, faults: string[]): PlatformConfig {
  const { hosts, version, scopes } = platformSettings(adapter);
  const set = hosts.map((setting) => readSetting(environment, setting, faults) as string | undefined);
  const [apiVersion = ''] = version.map((setting) => readSetting(environment, setting, faults) as string);
  const entries = Object.entries(adapter.hosts).map(([role, url], index) => [role, set[index] ?? url]);
  return {
    hosts: Object.fromEntries(entries) as Record<string, string>,
    trustedOrigins: set.filter((url) => url !== undefined).map((url) => new URL(url).origin),
    apiVersion,
    requestedScopes: scopes.flatMap((setting) => readScopes(environment, adapter, { setting, faults })),
  };
}

/** Accounts connected without the publishing scopes could not publish. */
function readScopes(
  environment: Environment,
  adapter: PlatformAdapter,
  { setting, faults }: { setting: TextSetting; faults: string[] },
): string[] {
  const requested = scopeNames(readSetting(environment, setting, faults) as string);
  const needed = defaultScopes(adapter).filter((scope) => adapter.connect.scopes.publish.includes(scope));
  const missing = needed.filter((scope) => !requested.includes(scope));
  if (missing.length > 0) faults.push(`${setting.name} must include ${missing.join(', ')}, which publishing requires`);
  return requested;
}

/** With only some of the credentials, connecting would fail without a clear reason. */
function readCredentials(
  environment: Environment,
  adapter: PlatformAdapter,
  faults: string[],
): PlatformCredentials | undefined {
  const settings = platformSettings(adapter).credentials;
  const values = settings.map((setting) => readSetting(environment, setting, faults) as string | undefined);
  const isMissing = (index: number): boolean =>
    values[index] === undefined && adapter.settings[index]?.isOptional !== true;
  const missing = settings.filter((_, index) => isMissing(index)).map(({ name }) => name);
  if (settings.length > 0 && values.every((value) => value === undefined)) return undefined;
  if (missing.length > 0) {
    faults.push(
      `${missing.join(' and ')} must be set too: ${adapter.label} needs all of its credentials or none of them`,
    );
  }
  return Object.fromEntries(adapter.settings.map(({ name }, index) => [name, values[index] ?? '']));
}
