import { Temporal } from 'temporal-polyfill';

const localTime = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}(:[0-5]\d(\.\d{1,9})?)?$/;

/** Exact IANA names: no offsets, no abbreviations that only ICU knows. */
export function isTimeZone(name: string): boolean {
  if (!/^[A-Z]/.test(name)) return false;
  try {
    return new Temporal.ZonedDateTime(0n, name).timeZoneId === name;
  } catch {
    return false;
  }
}

/** A skipped local time moves forward by the gap; a repeated one is the earlier. Undefined for dates that do not exist. */
export function localToInstant(local: string, zone: string): Date | undefined {
  if (!localTime.test(local)) return undefined;
  const plain = readPlain(local);
  if (plain === undefined) return undefined;
  return new Date(plain.toZonedDateTime(zone, { disambiguation: 'compatible' }).epochMilliseconds);
}

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
