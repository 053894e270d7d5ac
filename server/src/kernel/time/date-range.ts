import { AppError } from '../errors.ts';

const day = /^\d{4}-\d{2}-\d{2}$/;
const timestamp = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}(:\d{2}(\.\d{1,9})?)?(Z|[+-]\d{2}:\d{2})$/;

type Range = { from: Date | null; to: Date | null };

/** Days are in UTC. */
export function readDateRange<Name extends string>(
  query: Readonly<Partial<Record<Name, string | undefined>>>,
  names: { from: Name; to: Name },
): Range {
  const { [names.from]: fromText, [names.to]: toText } = query;
  const from = fromText === undefined ? null : readInstant(names.from, fromText, 'T00:00:00.000Z');
  const to = toText === undefined ? null : readInstant(names.to, toText, 'T23:59:59.999Z');
  if (from !== null && to !== null && from > to) throw fault(names.from, `must not be after ${names.to}`);
  return { from, to };
}

export function readTimestamp(text: string): Date | undefined {
  const instant = new Date(timestamp.test(text) ? text : Number.NaN);
  // `Date` reads February 30 as March 2.
  return Number.isNaN(instant.getTime()) || !isCalendarDay(text.slice(0, 10)) ? undefined : instant;
}

function readInstant(param: string, text: string, timeOfDay: string): Date {
  const instant = readTimestamp(day.test(text) ? `${text}${timeOfDay}` : text);
  if (instant !== undefined) return instant;
  throw fault(param, 'must be a timestamp such as 2026-03-02T09:00:00Z, or a day such as 2026-03-02');
}

function isCalendarDay(text: string): boolean {
  const date = new Date(`${text}T00:00:00Z`);
  return !Number.isNaN(date.getTime()) && date.toISOString().startsWith(text);
}

function fault(param: string, message: string): AppError {
  return new AppError('validation', `${param} ${message}`, { param });
}
