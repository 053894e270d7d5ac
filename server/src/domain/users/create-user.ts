import type { Plan } from '../../db/rows.ts';
import { inTransaction } from '../../db/transaction.ts';
import type { CreatedApiKey } from '../../schemas/api-key.ts';
import { issueApiKey } from '../api-keys/issue-api-key.ts';
import type { Ctx, TxCtx } from '../context.ts';
import { createFirstProfile } from '../profiles/create-first-profile.ts';
import { insertUser } from './user-store.ts';
import { userView, type User } from './user-view.ts';

type Input = { name: string; plan: Plan; key?: string };
export type CreatedUser = { user: User; apiKey: CreatedApiKey };
type WithoutCaller<Context> = Omit<Context, 'caller'>;

export async function createUser(ctx: WithoutCaller<Ctx>, input: Input): Promise<CreatedUser> {
  return inTransaction(ctx, (ctx) => createUserInTransaction(ctx, input));
}

export async function createUserInTransaction(ctx: WithoutCaller<TxCtx>, input: Input): Promise<CreatedUser> {
  const row = { id: ctx.ids.make('user'), name: input.name, plan: input.plan, createdAt: ctx.clock.now() };
  await insertUser(ctx.db, row);
  const ownerCtx: TxCtx = { ...ctx, caller: { kind: 'system', ownerId: row.id } };
  await createFirstProfile(ownerCtx);
  const { key } = input;
  const apiKey = await issueApiKey(ownerCtx, { name: 'Default', ...(key === undefined ? {} : { key }) });
  return { user: userView(row), apiKey };
}
