import { AppError } from '../../../kernel/errors.ts';
import type { Platform } from '../../../platforms/platforms.ts';
import type { CreatePost } from '../../../schemas/post.ts';
import { canSeeProfile, scopeOf } from '../../access.ts';
import type { StoredAccount } from '../../accounts/account.ts';
import { findAccounts } from '../../accounts/find-accounts.ts';
import type { Ctx } from '../../context.ts';

type TargetInput = NonNullable<CreatePost['platforms']>[number];

export type TargetDraft = {
  index: number;
  account: StoredAccount;
  platform: Platform;
  customContent: string | null;
  settings: Readonly<Record<string, unknown>> | null;
};

/** An unknown account is a 400, one outside the scope of the key a 403. */
export async function findTargets(ctx: Ctx, inputs: readonly TargetInput[]): Promise<TargetDraft[]> {
  if (inputs.length === 0) return [];
  const scope = scopeOf(ctx.caller);
  const accounts = await findAccounts(
    ctx,
    inputs.map(({ accountId }) => accountId),
  );
  const targets = readTargets(ctx, inputs, accounts);
  if (targets.every(({ account }) => canSeeProfile(scope, account.profileId))) return targets;
  throw new AppError('forbidden', 'An account of this post is in a profile that the key may not use');
}

export function readTargets(
  ctx: Pick<Ctx, 'platforms'>,
  inputs: readonly TargetInput[],
  accounts: ReadonlyMap<string, StoredAccount>,
): TargetDraft[] {
  const platforms = inputs.map(({ platform }, index) => platformAt(ctx, platform, index));
  refuseTwice(inputs);
  return inputs.map((one, index) => toTarget(one, index, { accounts, platforms }));
}

export function requireTargets(targets: readonly unknown[]): void {
  if (targets.length === 0) throw refused('platforms', 'must name at least one account');
}

type Known = { accounts: ReadonlyMap<string, StoredAccount>; platforms: readonly Platform[] };

function toTarget(input: TargetInput, index: number, { accounts, platforms }: Known): TargetDraft {
  const account = accounts.get(input.accountId);
  const platform = platforms[index];
  if (account === undefined || platform === undefined) {
    throw refused(`platforms[${index}].accountId`, 'does not match any connected account');
  }
  if (platform.adapter.name !== account.platform) {
    throw refused(`platforms[${index}].platform`, `must be ${account.platform}, the platform of that account`);
  }
  return {
    index,
    account,
    platform,
    customContent: input.customContent === undefined || input.customContent === '' ? null : input.customContent,
    settings: knownSettings(platform, input.settings ?? input.platformSpecificData),
  };
}

function knownSettings(platform: Platform, settings: TargetInput['settings']): TargetDraft['settings'] {
  const known = Object.entries(settings ?? {}).flatMap(([key, value]) => {
    const name = value === null ? undefined : settingName(platform, key);
    return name === undefined ? [] : [{ name, value, isAlias: name !== key }];
  });
  const ordered = known.toSorted((one, other) => Number(other.isAlias) - Number(one.isAlias));
  return known.length === 0 ? null : Object.fromEntries(ordered.map(({ name, value }) => [name, value]));
}

export function settingName({ adapter }: Platform, key: string): string | undefined {
  const { properties } = adapter.publish.options;
  if (Object.hasOwn(properties, key)) return key;
  const isAlias = (schema: object): boolean =>
    'x-aliases' in schema && Array.isArray(schema['x-aliases']) && schema['x-aliases'].includes(key);
  return Object.entries(properties).find(([, schema]) => isAlias(schema))?.[0];
}

function platformAt(ctx: Pick<Ctx, 'platforms'>, name: string, index: number): Platform {
  const platform = ctx.platforms.find(name);
  if (platform !== undefined) return platform;
  const known = ctx.platforms.list().map(({ adapter }) => adapter.name);
  throw refused(`platforms[${index}].platform`, `must be one of ${known.join(', ')}`);
}

function refuseTwice(inputs: readonly TargetInput[]): void {
  const index = inputs.findIndex(({ accountId }, at) => inputs.some((one, i) => i < at && one.accountId === accountId));
  if (index >= 0)
    throw refused(`platforms[${index}].accountId`, 'is a duplicate: each account can be a target only once');
}

function refused(param: string, message: string): AppError {
  return new AppError('validation', `${param} ${message}`, { param });
}
