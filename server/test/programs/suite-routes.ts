import { Type } from 'typebox';
import { inTransaction } from '../../src/db/transaction.ts';
import { openAccount } from '../../src/domain/accounts/tokens/open-account.ts';
import { emit, emitTo, type Emission } from '../../src/domain/events/emit.ts';
import { jsonRoute } from '../../src/http/route.ts';

class RolledBack extends Error {}

export function openRoute() {
  return jsonRoute({
    method: 'POST',
    path: '/v1/suite/accounts/{accountId}/open',
    operation: 'open suite account',
    tag: 'Suites',
    access: 'write',
    unknownKeys: 'ignore',
    success: 200,
    response: Type.Object({ kind: Type.String(), token: Type.String() }),
    errors: ['accountNotFound'],
    handle: async (ctx, { params }) => {
      const opened = await openAccount(ctx, params.accountId);
      return {
        kind: opened.kind,
        token: opened.kind === 'open' ? (opened.call.account.tokens?.accessToken ?? '') : '',
      };
    },
  });
}

export function emitRoute() {
  return jsonRoute({
    method: 'POST',
    path: '/v1/suite/events',
    operation: 'emit suite events',
    tag: 'Suites',
    access: 'write',
    unknownKeys: 'ignore',
    body: Type.Object({
      type: Type.String(),
      data: Type.Array(Type.Record(Type.String(), Type.Unknown())),
      /** 0 rolls back none. */
      rollBackEvery: Type.Integer(),
      webhookId: Type.Optional(Type.String()),
    }),
    success: 200,
    response: Type.Object({ emitted: Type.Array(Type.Integer()), rolledBack: Type.Array(Type.Integer()) }),
    errors: [],
    handle: async (ctx, { body }) => {
      const [emitted, rolledBack]: [number[], number[]] = [[], []];
      for (const [index, data] of body.data.entries()) {
        const isRolledBack = body.rollBackEvery > 0 && index % body.rollBackEvery === body.rollBackEvery - 1;
        const emission = { type: body.type, resourceId: `suite-${index}`, data: { profileIds: [], ...data } };
        const work = inTransaction(ctx, async (ctx) => {
          if (body.webhookId === undefined) emit(ctx, emission as unknown as Emission);
          else await emitTo(ctx, body.webhookId, emission as unknown as Emission);
          if (isRolledBack) throw new RolledBack();
        });
        await work.catch((error: unknown) => {
          if (!(error instanceof RolledBack)) throw error;
        });
        (isRolledBack ? rolledBack : emitted).push(index);
      }
      return { emitted, rolledBack };
    },
  });
}
