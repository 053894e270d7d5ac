/** Graph hosts send whole seconds and an offset without a colon. */
export const wireInstant = (ms: number): string => `${new Date(ms).toISOString().slice(0, 19)}+0000`;
