/** Elsewhere these are faults of a post, and 400; here the state of the queue is what was asked for. */
export const slotErrorStatuses = { queuePaused: 409, queueEmpty: 409, queueFull: 409 } as const;
