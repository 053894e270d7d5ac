export const queuesPerProfileMax = 10;
export const nextSlotsShown = 5;
export const slotLeadMs = 60_000;
export const slotHorizonMs = 366 * 86_400_000;
/** A claim that skips more taken slots raises `full_until` for the next one. */
export const steppedOverMax = 16;
export const reshuffledMax = 200;
