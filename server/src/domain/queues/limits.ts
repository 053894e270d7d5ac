export const queuesPerProfileMax = 10;
export const nextSlotsShown = 5;
export const slotLeadMs = 60_000;
export const slotHorizonMs = 366 * 86_400_000;
/** A claim that skips more taken slots than this raises `full_until` for the next one. */
export const steppedOverMax = 16;
/** Posts moved per update with `reshuffleExisting`. */
export const reshuffledMax = 200;
