import type { QueueRow } from '../../db/rows.ts';
import type { Queue } from '../../schemas/queue.ts';

export function queueView(row: QueueRow): Queue {
  return {
    _id: row.id,
    profileId: row.profileId,
    name: row.name,
    description: row.description,
    timezone: row.timezone,
    slots: row.slots,
    active: row.isActive,
    isDefault: row.isDefault,
    createdAt: row.createdAt.toISOString(),
    updatedAt: row.updatedAt.toISOString(),
  };
}
