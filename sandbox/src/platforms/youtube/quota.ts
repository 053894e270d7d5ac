import type { Call } from '../../core/platform.ts';
import { collection } from '../../core/state/store.ts';
import { refuse, type ApiError } from './errors.ts';
import type { Person } from './persons.ts';

type Spent = { readonly units: number; readonly uploads: number };

const spent = collection<Spent>('youtube/quota');

export const quotaExceeded = (): ApiError => ({
  code: 403,
  reason: 'quotaExceeded',
  message: 'The request cannot be completed because you have exceeded your quota.',
  domain: 'youtube.quota',
});

const pacific = new Intl.DateTimeFormat('en-CA', { timeZone: 'America/Los_Angeles', dateStyle: 'short' });

/** Per person, although YouTube counts per app; resets at midnight in California. Refused calls count too. */
export function spendQuota(call: Call, person: Person, cost: Spent): void {
  const key = `${person.id}/${pacific.format(call.clock.now())}`;
  const isWithin = call.commit((tx) => {
    const before = spent.get(tx, key) ?? { units: 0, uploads: 0 };
    const after = { units: before.units + cost.units, uploads: before.uploads + cost.uploads };
    if (after.units > person.unitsPerDay || after.uploads > person.uploadsPerDay) return false;
    spent.put(tx, key, after);
    return true;
  });
  if (!isWithin) refuse(quotaExceeded());
}
