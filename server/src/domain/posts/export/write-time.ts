import { localToInstant, offsetMsAt } from '../../../kernel/time/time-zone.ts';

/** Writes UTC where the local time is ambiguous or inexact, as in the second hour of a clock change. */
export function writeTime(instant: Date, zone: string): string {
  const instantMs = instant.getTime();
  const local = new Date(instantMs + offsetMsAt(instantMs, zone)).toISOString().slice(0, 19);
  const isExact = localToInstant(local, zone)?.getTime() === instantMs;
  return isExact ? local.replace('T', ' ') : instant.toISOString();
}
