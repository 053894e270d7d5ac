import { existsSync } from 'node:fs';
import { contradictions } from './config-contradictions.ts';
import { nearest } from '../kernel/text/nearest.ts';
import type { Setting } from '../kernel/setting.ts';
import {
  platformSettings,
  readPlatformConfig,
  type PlatformConfig,
  type PlatformCredentials,
} from './platform-config.ts';
import { adapters } from '../platforms/registry.ts';
import { settings, settingTopics } from './settings.ts';
import { readSetting, type Environment } from './read-setting.ts';

type SettingGroup = { title: string; settings: Setting<unknown>[] };

export function settingGroups(ofPlatform = allOf): SettingGroup[] {
  return [
    ...Object.entries(settingTopics).map(([title, topic]) => ({ title, settings: Object.values(topic) })),
    ...adapters.map((adapter) => ({ title: adapter.label, settings: ofPlatform(platformSettings(adapter)) })),
  ];
}

const allOf = (settings: ReturnType<typeof platformSettings>): Setting<unknown>[] => Object.values(settings).flat();

export function allSettings(): Setting<unknown>[] {
  return settingGroups().flatMap((group) => group.settings);
}

type Values = {
  [Key in keyof typeof settings]: (typeof settings)[Key] extends Setting<infer Value> ? Value : never;
};

export type Secrets = Readonly<
  Pick<
    Values,
    | 'databaseUrl'
    | 'databaseDirectUrl'
    | 'apiKey'
    | 'tokenKeys'
    | 'egressProxy'
    | 'metricsToken'
    | 'otlpAuthorization'
    | 's3SecretAccessKey'
  > & {
    credentials: Readonly<Record<string, PlatformCredentials>>;
  }
>;
export type Config = Readonly<
  Omit<Values, keyof Secrets | 'databasePassword' | 'logLevel' | 'drainSeconds' | 'sandbox'> & {
    platforms: Readonly<Record<string, PlatformConfig>>;
    logLevel: NonNullable<Values['logLevel']>;
    drainSeconds: number;
    sandbox: 'on' | 'off';
  }
>;
export type ReadConfig = { config: Config; secrets: Secrets; warnings: readonly string[] };

export class ConfigFaults extends Error {
  readonly faults: readonly string[];
  readonly warnings: readonly string[];

  constructor(faults: readonly string[], warnings: readonly string[]) {
    super(`The configuration has ${faults.length === 1 ? 'an error' : `${faults.length} errors`}`);
    this.faults = faults;
    this.warnings = warnings;
  }
}

/** Variables that are already set win over `.env`. */
export function processEnvironment(): Environment {
  if (existsSync('.env')) process.loadEnvFile('.env');
  return process.env;
}

export function readConfig(environment: Environment): ReadConfig {
  const faults: string[] = [];
  const values = Object.fromEntries(
    Object.entries(settings).map(([key, setting]) => [key, readSetting(environment, setting, faults)]),
  ) as Values;
  faults.push(...contradictions(values, environment));
  const { platforms, credentials } = readPlatformConfig(environment, adapters, faults);
  if (faults.length > 0) throw new ConfigFaults(faults, unknownNames(environment));

  const isProduction = values.env === 'production';
  const { databasePassword, apiKey, tokenKeys, egressProxy, metricsToken, otlpAuthorization, ...others } = values;
  const { s3SecretAccessKey, databaseUrl, databaseDirectUrl, ...open } = others;
  return {
    config: Object.freeze({
      ...open,
      platforms,
      logLevel: open.logLevel ?? (isProduction ? 'info' : 'warn'),
      drainSeconds: open.drainSeconds ?? (isProduction ? 5 : 0),
      sandbox: open.sandbox ?? (isProduction ? 'off' : 'on'),
    }),
    secrets: Object.freeze({
      databaseUrl: withPassword(databaseUrl, databasePassword),
      databaseDirectUrl: withPassword(databaseDirectUrl, databasePassword),
      ...{ apiKey, tokenKeys, egressProxy, metricsToken, otlpAuthorization, s3SecretAccessKey },
      credentials,
    }),
    warnings: unknownNames(environment),
  };
}

function withPassword(databaseUrl: string | undefined, password: string | undefined): string | undefined {
  if (databaseUrl === undefined || password === undefined) return databaseUrl;
  const url = new URL(databaseUrl);
  if (url.password !== '') return databaseUrl;
  url.password = encodeURIComponent(password);
  return url.href;
}

function unknownNames(environment: Environment): string[] {
  const known = allSettings().flatMap(({ name, secret }) => (secret ? [name, `${name}_FILE`] : [name]));
  return Object.keys(environment)
    .filter((name) => name.startsWith('HERALD_') && !name.startsWith('HERALD_TEST_') && !known.includes(name))
    .map((name) => {
      const near = nearest(name, known);
      return `${name} is not a setting of Herald${near === undefined ? '' : `; did you mean ${near}?`}`;
    });
}
