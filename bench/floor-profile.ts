export type ProfileRow = {
  id: string;
  owner_id: string;
  name: string;
  description: string;
  color: string;
  slug: string;
  is_default: boolean;
  created_at: Date;
};

const string = { type: 'string' };

export const profileSchema = {
  type: 'object',
  required: ['_id', 'userId', 'name', 'description', 'color', 'isDefault', 'createdAt'],
  properties: {
    _id: string,
    userId: string,
    name: string,
    description: string,
    color: string,
    isDefault: { type: 'boolean' },
    createdAt: string,
  },
};

export function profileJson(row: ProfileRow) {
  return {
    _id: row.id,
    userId: row.owner_id,
    name: row.name,
    description: row.description,
    color: row.color,
    isDefault: row.is_default,
    createdAt: row.created_at.toISOString(),
  };
}
