import type { ProfileRow } from '../../db/rows.ts';
import type { CreateProfile } from '../../schemas/profile.ts';
import { scopeOf } from '../access.ts';
import type { Ctx } from '../context.ts';
import { slugBase } from './profile-slug.ts';

const defaultColor = '#ffeda0';

/** A profile as it is first stored, with every default filled in; not the default profile. */
export function newProfileRow(ctx: Pick<Ctx, 'ids' | 'clock' | 'caller'>, input: CreateProfile): ProfileRow {
  return {
    id: ctx.ids.make('profile'),
    owner_id: scopeOf(ctx.caller).ownerId,
    name: input.name,
    description: input.description ?? '',
    color: (input.color ?? defaultColor).toLowerCase(),
    slug: slugBase(input.name),
    is_default: false,
    created_at: ctx.clock.now(),
  };
}
