import { Type } from 'typebox';
import { jsonRoute } from '../src/http/route.ts';
import { createCursors } from '../src/kernel/cursor.ts';

/** Signs invalid tickets: with parts that do not belong together, or of another installation. */
export function ticketRoute() {
  return jsonRoute({
    method: 'POST',
    path: '/v1/suite/tickets',
    operation: 'sign suite ticket',
    tag: 'Suites',
    access: 'write',
    unknownKeys: 'ignore',
    body: Type.Object({
      parts: Type.Array(Type.String()),
      binding: Type.String(),
      isOfAnotherHerald: Type.Boolean(),
    }),
    success: 200,
    response: Type.Object({ token: Type.String() }),
    errors: [],
    handle: async (ctx, { body }) => {
      const others = createCursors([{ id: 'other', secret: Buffer.alloc(32, 'other') }]);
      return { token: (body.isOfAnotherHerald ? others : ctx.cursors).write(body.parts, body.binding) };
    },
  });
}
