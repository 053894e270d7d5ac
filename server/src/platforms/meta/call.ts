import type { AccountCall, Call } from '../adapter.ts';

export type MetaCall = Call<'graph', 'CLIENT_ID' | 'CLIENT_SECRET'>;
export type MetaAccountCall = AccountCall<MetaCall>;
