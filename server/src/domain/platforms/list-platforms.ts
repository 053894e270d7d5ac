import type { Limits, PlatformAdapter } from '../../platforms/adapter.ts';
import type { Platform as KnownPlatform } from '../../platforms/platforms.ts';
import type { Platform } from '../../schemas/platform.ts';
import type { Ctx } from '../context.ts';

export function listPlatforms(ctx: Pick<Ctx, 'platforms'>): Platform[] {
  return ctx.platforms.list().map(platformView);
}

function platformView({ adapter, hasCredentials, hasSandbox, requestedScopes }: KnownPlatform): Platform {
  return {
    platform: adapter.name,
    label: adapter.label,
    aliases: [...(adapter.aliases ?? [])],
    configured: hasCredentials,
    sandboxAvailable: hasSandbox,
    connectMethod: adapter.connect.kind,
    capabilities: capabilitiesOf(adapter),
    limits: limitsView(adapter.publish.limits),
    // Drops what JSON cannot express.
    settingsSchema: JSON.parse(JSON.stringify(adapter.publish.options)) as Platform['settingsSchema'],
    scopes: [...requestedScopes({ sandbox: !hasCredentials })],
  };
}

function capabilitiesOf(adapter: PlatformAdapter): Platform['capabilities'] {
  const { publish, unpublish, boards, inbox, comments, metrics, followers, externalPosts } = adapter;
  const { media } = publish.limits;
  return {
    publish: [
      ...(media.isRequired ? [] : ['text']),
      ...new Set(media.rules.map(({ type }) => type)),
      ...(media.countMax > 1 ? ['carousel'] : []),
    ],
    threads: publish.thread !== undefined,
    firstComment: 'firstComment' in publish.options.properties,
    unpublish: unpublish !== undefined,
    boards: boards !== undefined,
    inbox: inbox !== undefined,
    comments: comments !== undefined,
    metrics: metrics !== undefined,
    followers: followers !== undefined,
    externalPosts: externalPosts !== undefined,
  };
}

function limitsView({ text, hashtagsMax, mentionsMax, media }: Limits): Platform['limits'] {
  return {
    text: {
      max: text.max,
      maxWithMedia: text.maxWithMedia ?? null,
      unit: text.unit,
      hashtagsMax: hashtagsMax ?? null,
      mentionsMax: mentionsMax ?? null,
    },
    media: {
      required: media.isRequired,
      maxCount: media.countMax,
      types: media.rules.map(({ type, contentTypes, sizeBytesMax, countMax, isAlone, durationMs }) => ({
        type,
        contentTypes: [...contentTypes],
        maxBytes: sizeBytesMax,
        maxCount: countMax ?? null,
        alone: isAlone ?? false,
        minDurationMs: durationMs?.min ?? null,
        maxDurationMs: durationMs?.max ?? null,
      })),
    },
  };
}
