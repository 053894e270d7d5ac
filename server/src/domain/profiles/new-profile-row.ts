import type { ProfileRow } from '../../db/rows.ts';
import type { CreateProfile } from '../../schemas/profile.ts';
import { scopeOf } from '../access.ts';
import type { Ctx } from '../context.ts';
import { slugBase } from './profile-slug.ts';

const defaultColor = '#ffeda0';

export function newProfileRow(ctx: Pick<Ctx, 'ids' | 'clock' | 'caller'>, input: CreateProfile): ProfileRow {
  return {
    id: ctx.ids.make('profile'),
    ownerId: scopeOf(ctx.caller).ownerId,
    name: input.name,
    description: input.description ?? '',
    color: (input.color ?? defaultColor).toLowerCase(),
    slug: slugBase(input.name),
    isDefault: false,
    createdAt: ctx.clock.now(),
  };
}
