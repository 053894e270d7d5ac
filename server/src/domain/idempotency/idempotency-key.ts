/** Whose names they are: a caller's own for posts, and those that rows of a file get. */
type KeyScope = 'post' | 'bulk';

/** What a caller calls something. */
export type IdempotencyKey = { scope: KeyScope; key: string };
