import type { Limits, MediaRule, PlatformAdapter } from '../../server/src/platforms/adapter.ts';
import { table } from './table.ts';

export function platformsDocument(adapters: readonly PlatformAdapter[]): string {
  return `# Platforms

This page lists the limits, settings, permissions and credentials of each platform. [Accounts](accounts.md) explains how to
connect, [posts](posts.md) how to publish. [Configuration](configuration.md) lists every setting, and
[conformance](conformance.md) shows what is tested for each platform. _Unverified_ lists facts that no public documentation
confirms: open an issue if your account behaves differently.

## At a glance

${table(['Platform', 'Connects by', 'Text only', 'Text', 'Media', 'Follow-ups', 'Unpublish', 'Fetches media'], adapters.map(glance))}

${adapters.map(section).join('\n\n')}
`;
}

const ways = { oauth: 'consent page', form: 'app password', code: 'code in a chat' };

function glance({ label, name, connect, publish, unpublish, pullsMedia }: PlatformAdapter): string[] {
  const { limits } = publish;
  return [
    `[${label}](#${name})`,
    ways[connect.kind] + (connect.kind === 'oauth' && connect.usesPkce ? ' (PKCE)' : ''),
    yes(!limits.media.isRequired),
    textOf(limits),
    mediaCount(limits),
    followUpsOf(publish.options.properties),
    yes(unpublish !== undefined),
    yes(pullsMedia),
  ];
}

function followUpsOf(properties: Readonly<Record<string, unknown>>): string {
  const names = ['firstComment', 'threadItems'].filter((name) => name in properties);
  return names.length === 0 ? 'no' : names.map((name) => `\`${name}\``).join(', ');
}

const yes = (is: boolean): string => (is ? 'yes' : 'no');

const units = {
  characters: 'characters',
  utf16: 'UTF-16 units',
  graphemes: 'graphemes',
  bytes: 'bytes',
  emojiBytes: 'characters (an emoji counts as its bytes)',
  weighted: 'weighted characters',
};

function textOf({ text }: Limits): string {
  const withMedia = text.maxWithMedia === undefined ? '' : `, ${number(text.maxWithMedia)} with media`;
  return `${number(text.max)} ${units[text.unit]}${withMedia}`;
}

function mediaCount({ media }: Limits): string {
  const kinds = media.rules.map(({ type }) => (type === 'gif' ? 'GIF' : type)).join(', ');
  const countMin = media.isRequired ? 1 : 0;
  return `${countMin === media.countMax ? '' : `${countMin} to `}${media.countMax}: ${kinds}`;
}

function section(adapter: PlatformAdapter): string {
  const { label, name, aliases = [], publish, apiVersion, unverified = [] } = adapter;
  const also = aliases.length === 0 ? '' : ` Also accepted as ${aliases.map((one) => `\`${one}\``).join(', ')}.`;
  const blocks = [
    `## ${label}\n\n\`platform\` is \`${name}\`.${also}${apiVersion === undefined ? '' : ` ${versionOf(adapter, apiVersion)}`}`,
    `### Limits of ${label}\n\n${limitsOf(publish.limits)}`,
    `### Settings of a target on ${label}\n\n${optionsOf(publish.options.properties)}`,
    `### Permissions on ${label}\n\n${scopesOf(adapter)}`,
    `### Credentials of ${label}\n\n${credentialsOf(adapter)}`,
    ...(unverified.length === 0
      ? []
      : [`### Unverified on ${label}\n\n${unverified.map((one) => `- ${one}`).join('\n')}`]),
  ];
  return blocks.join('\n\n');
}

function versionOf({ name }: PlatformAdapter, { value, sunsets }: NonNullable<PlatformAdapter['apiVersion']>): string {
  const ends = Object.entries(sunsets).map(([version, day]) => `${version} ends on ${day}`);
  const endNote = ends.length === 0 ? 'No end date is known.' : `Known end dates: ${ends.join(', ')}.`;
  return `API version: \`${value}\` (\`HERALD_${name.toUpperCase()}_API_VERSION\`). ${endNote}`;
}

function limitsOf(limits: Limits): string {
  const rows = [
    ['Text', textOf(limits)],
    ...(limits.hashtagsMax === undefined ? [] : [['Hashtags', String(limits.hashtagsMax)]]),
    ...(limits.mentionsMax === undefined ? [] : [['Mentions', String(limits.mentionsMax)]]),
    ['Media', mediaCount(limits)],
    ...limits.media.rules.map((rule) => [rule.type === 'gif' ? 'GIF' : rule.type, ruleOf(rule)]),
  ];
  return table(['What', 'Limit'], rows);
}

const orList = new Intl.ListFormat('en-GB', { type: 'disjunction' });

function ruleOf(rule: MediaRule): string {
  const { contentTypes, sizeBytesMax, countMax, isAlone, durationMs, videoCodecs, widthMax } = rule;
  return [
    contentTypes.map((type) => type.split('/')[1]).join(', '),
    size(sizeBytesMax),
    ...(countMax === undefined ? [] : [`at most ${countMax}`]),
    ...(isAlone === true ? ['must be the only item'] : []),
    ...(durationMs === undefined ? [] : [`${durationMs.min / 1000} to ${number(durationMs.max / 1000)} s`]),
    ...(videoCodecs === undefined ? [] : [`codec ${orList.format(videoCodecs)}`]),
    ...(widthMax === undefined ? [] : [`renditions are ${widthMax} px wide`]),
  ].join('; ');
}

function optionsOf(properties: Readonly<Record<string, object>>): string {
  const rows = Object.entries(properties).map(([key, schema]) => [`\`${key}\``, kindOf(schema), aboutOf(schema)]);
  return rows.length === 0 ? 'None.' : table(['Key', 'Value', 'What it does'], rows);
}

type Described = {
  type?: string;
  enum?: readonly unknown[];
  anyOf?: readonly Described[];
  description?: string;
  default?: unknown;
  minLength?: number;
  maxLength?: number;
  minItems?: number;
  maxItems?: number;
};

function kindOf(schema: object): string {
  const described = schema as Described;
  if (described.enum !== undefined) return described.enum.map((one) => `\`${String(one)}\``).join(', ');
  if (described.anyOf !== undefined) return described.anyOf.map((one) => one.type ?? 'value').join(' or ');
  const range =
    described.type === 'array' ? [described.minItems, described.maxItems] : [described.minLength, described.maxLength];
  const [min, max] = range;
  const limit = max === undefined ? '' : `, ${min ?? 0} to ${number(max)}`;
  return `${described.type ?? 'value'}${limit}`;
}

function aboutOf(schema: object): string {
  const { description = '', default: fallback } = schema as Described;
  const defaultNote = fallback === undefined ? '' : `Default: \`${JSON.stringify(fallback).replaceAll('"', '')}\`.`;
  return [description, defaultNote].filter((one) => one !== '').join(' ');
}

function scopesOf({ name, label, connect }: PlatformAdapter): string {
  const rows = Object.entries(connect.scopes)
    .filter(([, scopes]) => scopes.length > 0)
    .map(([use, scopes]) => [use, codes(scopes)]);
  if (rows.length === 0) return 'None.';
  const scopes = table(['For', 'Scopes'], rows);
  if (connect.kind !== 'oauth') return scopes;
  const { requestedScopes, vettedScopes = [] } = connect;
  const setting = `\`HERALD_${name.toUpperCase()}_SCOPES\``;
  const vetted =
    vettedScopes.length === 0
      ? ''
      : ` ${label} grants ${codes(vettedScopes)} only to apps that it has reviewed, and refuses the sign-in if another app requests them. If your app has them, add them to ${setting}.`;
  return `${scopes}\n\nHerald requests ${codes(requestedScopes)}, unless you set ${setting}.${vetted}`;
}

const codes = (names: readonly string[]): string => names.map((one) => `\`${one}\``).join(', ');

function credentialsOf({ name, settings }: PlatformAdapter): string {
  if (settings.length === 0) return 'None: people connect with their own credentials.';
  const rows = settings.map((one) => [`\`HERALD_${name.toUpperCase()}_${one.name}\``, one.about, one.source]);
  return table(['Setting', 'What it is', 'Where to get it'], rows);
}

function size(bytes: number): string {
  return bytes >= 1e9 ? `${number(Math.round(bytes / 1e8) / 10)} GB` : `${number(Math.round(bytes / 1e5) / 10)} MB`;
}

function number(value: number): string {
  return value.toLocaleString('en-US');
}
