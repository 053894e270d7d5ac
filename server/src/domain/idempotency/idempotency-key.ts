/** `post`: sent by clients. `bulk`: one for each row of a bulk upload. */
type KeyScope = 'post' | 'bulk';

export type IdempotencyKey = { scope: KeyScope; key: string };

/** A key and the resource that its request creates. */
export type Naming = IdempotencyKey & { resourceId: string };
