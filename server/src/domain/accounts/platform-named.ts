import { AppError } from '../../kernel/errors.ts';
import type { Platform } from '../../platforms/platforms.ts';
import type { Ctx } from '../context.ts';

export function platformNamed(ctx: Pick<Ctx, 'platforms'>, name: string): Platform {
  const platform = ctx.platforms.find(name);
  if (platform !== undefined) return platform;
  const known = ctx.platforms.list().map(({ adapter }) => adapter.name);
  throw new AppError('validation', `platform must be one of ${known.join(', ')}`, { param: 'platform' });
}

export function platformOf(ctx: Pick<Ctx, 'platforms'>, name: string): Platform {
  const platform = ctx.platforms.find(name);
  if (platform === undefined) throw new Error(`platform ${name} is not known to this version of Herald`);
  return platform;
}
