import { isCidr } from './outbound/cidr.ts';

export type Setting<Value> = {
  name: string;
  about: string;
  secret: boolean;
  fallbackText: string;
  fallback: Value;
  /** The fault completes "NAME …". */
  parse(text: string): Value | SettingFault;
};

export class SettingFault {
  readonly reason: string;

  constructor(reason: string) {
    this.reason = reason;
  }
}

type Basics<Value> = { name: string; about: string; fallback: Value };

export function textSetting<Value extends string | undefined>(
  basics: Basics<Value> & { secret?: boolean; pattern?: RegExp; hint?: string; fallbackText?: string },
): Setting<string | Value> {
  return {
    ...basics,
    secret: basics.secret ?? false,
    fallbackText: basics.fallbackText ?? basics.fallback ?? '',
    parse: (text) =>
      basics.pattern === undefined || basics.pattern.test(text)
        ? text
        : new SettingFault(basics.hint ?? `must match ${basics.pattern.source}`),
  };
}

export function integerSetting<Value extends number | undefined>(
  basics: Basics<Value> & { min: number; max: number; fallbackText?: string },
): Setting<number | Value> {
  return {
    ...basics,
    secret: false,
    fallbackText: basics.fallbackText ?? basics.fallback?.toString() ?? '',
    parse: (text) => {
      const value = /^\d{1,9}$/.test(text) ? Number(text) : Number.NaN;
      return value >= basics.min && value <= basics.max
        ? value
        : new SettingFault(`must be a whole number from ${basics.min} to ${basics.max}`);
    },
  };
}

export function choiceSetting<const Choice extends string, Value extends Choice | undefined>(
  basics: Basics<Value> & { choices: readonly Choice[]; fallbackText?: string },
): Setting<Choice | Value> {
  return {
    ...basics,
    secret: false,
    fallbackText: basics.fallbackText ?? basics.fallback ?? '',
    parse: (text) =>
      basics.choices.find((choice) => choice === text) ??
      new SettingFault(`must be one of ${basics.choices.join(', ')}`),
  };
}

export function cidrsSetting(basics: { name: string; about: string }): Setting<readonly string[]> {
  return {
    ...basics,
    secret: false,
    fallback: Object.freeze([]),
    fallbackText: '',
    parse: (text) => {
      const blocks = text.split(',').map((block) => block.trim());
      const wrong = blocks.find((block) => !isCidr(block));
      return wrong === undefined
        ? Object.freeze(blocks)
        : new SettingFault(`contains "${wrong}", which is not an IP address or CIDR block`);
    },
  };
}

export function urlSetting(basics: {
  name: string;
  about: string;
  protocols: readonly string[];
  secret?: boolean;
  originOnly?: boolean;
  fallbackText?: string;
}): Setting<string | undefined> {
  return {
    ...basics,
    secret: basics.secret ?? false,
    fallback: undefined,
    fallbackText: basics.fallbackText ?? '',
    parse: (text) => {
      const url = URL.canParse(text) ? new URL(text) : undefined;
      if (url === undefined || !basics.protocols.includes(url.protocol)) {
        return new SettingFault(`must be a URL that begins with ${basics.protocols.join('// or ')}//`);
      }
      if (basics.originOnly !== true) return text.replace(/\/$/, '');
      return isOrigin(text)
        ? url.origin
        : new SettingFault('must consist of scheme, host and port only, as in https://herald.example');
    },
  };
}

export function originsSetting(basics: {
  name: string;
  about: string;
  fallbackText: string;
}): Setting<readonly string[] | undefined> {
  return {
    ...basics,
    secret: false,
    fallback: undefined,
    parse: (text) => {
      const origins = text.split(',').map((origin) => origin.trim());
      const wrong = origins.find((origin) => !isOrigin(origin));
      return wrong === undefined
        ? Object.freeze(origins.map((origin) => new URL(origin).origin))
        : new SettingFault(
            `contains "${wrong}", which must consist of scheme, host and port only, as in https://app.example`,
          );
    },
  };
}

function isOrigin(text: string): boolean {
  const url = URL.parse(text);
  if (url === null || !['http:', 'https:'].includes(url.protocol)) return false;
  return url.pathname === '/' && url.search === '' && url.hash === '' && url.username === '';
}

/** The string that `read` returns completes "NAME …". */
export function secretSetting<Value extends object>(basics: {
  name: string;
  about: string;
  fallbackText: string;
  read(text: string): Value | string;
}): Setting<Value | undefined> {
  return {
    ...basics,
    secret: true,
    fallback: undefined,
    parse: (text) => {
      const value = basics.read(text);
      return typeof value === 'string' ? new SettingFault(value) : value;
    },
  };
}
