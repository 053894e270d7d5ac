/** For a post these are 400; here they describe the queue. */
export const slotErrorStatuses = { queuePaused: 409, queueEmpty: 409, queueFull: 409 } as const;
