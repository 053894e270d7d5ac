type KeyScope = 'post' | 'bulk';

export type IdempotencyKey = { scope: KeyScope; key: string };

export type Naming = IdempotencyKey & { resourceId: string };
