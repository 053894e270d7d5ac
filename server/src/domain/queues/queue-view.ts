import type { QueueRow } from '../../db/rows.ts';
import type { Queue } from '../../schemas/queue.ts';

export function queueView(row: QueueRow): Queue {
  return {
    _id: row.id,
    profileId: row.profile_id,
    name: row.name,
    description: row.description,
    timezone: row.timezone,
    slots: row.slots,
    active: row.is_active,
    isDefault: row.is_default,
    createdAt: row.created_at.toISOString(),
    updatedAt: row.updated_at.toISOString(),
  };
}
