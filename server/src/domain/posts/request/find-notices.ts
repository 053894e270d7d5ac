import { readTimestamp } from '../../../kernel/time/date-range.ts';
import type { CreatePost, PostIssue } from '../../../schemas/post.ts';
import { listUnknownKeys, unknownKey, type UnknownKey } from '../../../schemas/unknown-keys.ts';
import { settingName, type TargetDraft } from './find-targets.ts';
import type { Mode } from './read-mode.ts';

type Request = {
  schema: Parameters<typeof listUnknownKeys>[0];
  rawBody: Readonly<Record<string, unknown>>;
  input: Pick<CreatePost, 'platforms' | 'scheduledFor' | 'timezone'>;
  mode: Mode | undefined;
  targets: readonly TargetDraft[];
};

export function findNotices({ schema, rawBody, input, mode, targets }: Request): PostIssue[] {
  const body = listUnknownKeys(schema, rawBody).map((key) => notice('schema', key));
  const settings = targets.flatMap((target) => {
    const { index, account, platform } = target;
    const targetInput = input.platforms?.[index];
    const known = Object.keys(platform.adapter.publish.options.properties);
    const unknown = Object.keys(targetInput?.settings ?? targetInput?.platformSpecificData ?? {}).filter(
      (key) => settingName(platform, key) === undefined,
    );
    return unknown.map((key) => ({
      ...notice('settings', unknownKey(`platforms[${index}].settings`, key, known)),
      platform: account.platform,
      accountId: account.id,
    }));
  });
  return [...body, ...settings, ...localTime(input, mode)];
}

function notice(rule: 'schema' | 'settings', { path, suggestion }: UnknownKey): PostIssue {
  const hint = suggestion === undefined ? '' : ` Did you mean \`${suggestion}\`?`;
  const message = `\`${path}\` is not known and was ignored.${hint}`;
  return { rule, severity: 'warning', platform: null, accountId: null, field: path, message };
}

function localTime({ scheduledFor, timezone }: Request['input'], mode: Mode | undefined): PostIssue[] {
  const isLocal = scheduledFor !== undefined && readTimestamp(scheduledFor) === undefined;
  if (!isLocal || timezone !== undefined || mode?.kind !== 'at') return [];
  const instant = mode.scheduledFor.toISOString();
  const message = `\`scheduledFor\` has no offset and there is no \`timezone\`, so it was read as UTC: ${instant}.`;
  return [{ rule: 'schema', severity: 'warning', platform: null, accountId: null, field: 'scheduledFor', message }];
}
