import { Temporal } from 'temporal-polyfill';

const localTime = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}(:[0-5]\d(\.\d{1,9})?)?$/;

/** An IANA name in its own spelling: no offset such as +02:00, no other case, no abbreviation that only ICU knows. */
export function isTimeZone(name: string): boolean {
  if (!/^[A-Z]/.test(name)) return false;
  try {
    return new Temporal.ZonedDateTime(0n, name).timeZoneId === name;
  } catch {
    return false;
  }
}

/**
 * The instant of a local time such as 2026-03-29T02:30 (seconds and fractions may follow) in a zone. One that a change
 * of the clocks skips moves forward by the gap, one that comes twice is the earlier. Undefined when no calendar has it.
 */
export function localToInstant(local: string, zone: string): Date | undefined {
  if (!localTime.test(local)) return undefined;
  const plain = readPlain(local);
  if (plain === undefined) return undefined;
  return new Date(plain.toZonedDateTime(zone, { disambiguation: 'compatible' }).epochMilliseconds);
}

/** What local time is ahead of UTC at an instant. */
export function offsetMsAt(instantMs: number, zone: string): number {
  const { offsetNanoseconds } = Temporal.Instant.fromEpochMilliseconds(instantMs).toZonedDateTimeISO(zone);
  return offsetNanoseconds / 1_000_000;
}

function readPlain(local: string): Temporal.PlainDateTime | undefined {
  try {
    return Temporal.PlainDateTime.from(local);
  } catch {
    return undefined;
  }
}
