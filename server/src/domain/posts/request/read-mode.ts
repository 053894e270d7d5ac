import type { CreatePost } from '../../../schemas/post.ts';
import { AppError } from '../../../kernel/errors.ts';
import { isTimeZone, localToInstant } from '../../../kernel/time/time-zone.ts';
import { readTimestamp } from '../../../kernel/time/date-range.ts';

export type Mode =
  | { kind: 'draft' }
  | { kind: 'now' }
  | { kind: 'at'; scheduledFor: Date }
  | { kind: 'queue'; profileId: string; queueId: string | undefined };

type ModeInput = Pick<
  CreatePost,
  'publishNow' | 'isDraft' | 'scheduledFor' | 'queuedFromProfile' | 'queueId' | 'timezone'
>;

const modeFields = ['publishNow', 'scheduledFor', 'isDraft', 'queuedFromProfile'] as const;

const modeNames = 'publishNow, scheduledFor, isDraft or queuedFromProfile';

export function readMode(input: ModeInput): Mode | undefined {
  const timezone = readTimeZone(input.timezone);
  const [mode, second] = namedModes(input);
  if (second !== undefined)
    throw refused(second, `cannot be combined with ${mode ?? ''}: set only one of ${modeNames}`);
  if (input.queueId !== undefined && mode !== 'queuedFromProfile') {
    throw refused('queueId', 'requires queuedFromProfile');
  }
  if (mode === 'isDraft') return { kind: 'draft' };
  if (mode === 'publishNow') return { kind: 'now' };
  if (mode === 'scheduledFor') return { kind: 'at', scheduledFor: readTime(input.scheduledFor ?? '', timezone) };
  if (mode === undefined) return undefined;
  return { kind: 'queue', profileId: input.queuedFromProfile ?? '', queueId: input.queueId };
}

export function requireMode(input: ModeInput): Mode {
  const mode = readMode(input);
  if (mode !== undefined) return mode;
  throw new AppError('validation', `The request does not say when to publish: set ${modeNames}`, { param: null });
}

/** Keeps the order of the request, whose second mode is named in the error; `false` counts as not given. */
function namedModes(input: ModeInput): (typeof modeFields)[number][] {
  return Object.keys(input).flatMap((key) =>
    modeFields.filter((field) => field === key && input[field] !== undefined && input[field] !== false),
  );
}

function readTimeZone(name = 'UTC'): string {
  if (isTimeZone(name)) return name;
  throw refused('timezone', 'must be an IANA time zone such as Europe/Berlin');
}

function readTime(text: string, timezone: string): Date {
  const instant = readTimestamp(text) ?? localToInstant(text, timezone);
  if (instant !== undefined) return instant;
  throw refused('scheduledFor', 'must be a time such as 2026-03-02T09:00:00Z, or a local time without the Z');
}

function refused(param: string, message: string): AppError {
  return new AppError('validation', `${param} ${message}`, { param });
}
