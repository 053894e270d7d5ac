export const queuesPerProfileMax = 10;
export const nextSlotsShown = 5;
/** Slots lie 60 s to 366 days ahead. */
export const slotLeadMs = 60_000;
export const slotHorizonMs = 366 * 86_400_000;
/** A claim that steps over more taken slots than these spares the next one the way. */
export const steppedOverMax = 16;
/** At most 200 posts moved per update with `reshuffleExisting`. */
export const reshuffledMax = 200;
