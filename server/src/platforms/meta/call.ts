import type { AccountCall, Call } from '../adapter.ts';

/** What Instagram, Facebook and Threads have in common. */
export type MetaCall = Call<'graph', 'CLIENT_ID' | 'CLIENT_SECRET'>;
export type MetaAccountCall = AccountCall<MetaCall>;
