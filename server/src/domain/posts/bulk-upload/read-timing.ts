import { readBoolean } from '../../../kernel/text/csv-cell.ts';
import type { RowNotes } from './row-notes.ts';

type Cells = ReadonlyMap<string, string>;

const flags = ['is_draft', 'publish_now', 'use_queue'] as const;

export function readTiming(cells: Cells, profileId: string, notes: RowNotes): Record<string, unknown> {
  const set = flags.filter((flag) => {
    const value = readBoolean(cells.get(flag) ?? '');
    if (value === undefined) notes.wrong(flag, 'must be true or false');
    return value === true;
  });
  const [flag, second] = set;
  if (second !== undefined)
    notes.wrong(second, `cannot be combined with ${flag ?? ''}: set only one of ${flags.join(', ')}`);
  if (flag === undefined) return readSchedule(cells, notes);
  for (const column of ['schedule_time', 'tz']) {
    if (isGiven(cells, column)) notes.warn(column, `is ignored because ${flag} is set`);
  }
  if (flag === 'is_draft') return { isDraft: true };
  return flag === 'publish_now' ? { publishNow: true } : { queuedFromProfile: profileId };
}

function readSchedule(cells: Cells, notes: RowNotes): Record<string, unknown> {
  const timezone = cells.get('tz')?.trim();
  const zone = timezone === undefined || timezone === '' ? {} : { timezone };
  if (!isGiven(cells, 'schedule_time')) {
    notes.wrong('schedule_time', `is required unless one of ${flags.join(', ')} is set`);
    return zone;
  }
  const scheduledFor = readTimeCell(cells.get('schedule_time') ?? '');
  if (scheduledFor === undefined) {
    notes.wrong(
      'schedule_time',
      'must be a local time such as 2026-03-02 09:00, or have an offset as in 2026-03-02T09:00:00+01:00',
    );
  }
  return { ...zone, scheduledFor };
}

function isGiven(cells: Cells, column: string): boolean {
  return (cells.get(column)?.trim() ?? '') !== '';
}

const localTime = /^\d{4}-\d{2}-\d{2} \d{2}:\d{2}(:\d{2})?$/;
const timeWithOffset = /^\d{4}-\d{2}-\d{2}T\S+(Z|[+-]\d{2}:?\d{2})$/i;

function readTimeCell(cell: string): string | undefined {
  const text = cell.trim();
  if (localTime.test(text)) return text.replace(' ', 'T');
  return timeWithOffset.test(text) ? text : undefined;
}
