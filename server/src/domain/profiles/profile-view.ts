import type { ProfileRow } from '../../db/rows.ts';
import type { Profile } from '../../schemas/profile.ts';

export function profileView(row: ProfileRow): Profile {
  return {
    _id: row.id,
    userId: row.ownerId,
    name: row.name,
    description: row.description,
    color: row.color,
    isDefault: row.isDefault,
    createdAt: row.createdAt.toISOString(),
  };
}
