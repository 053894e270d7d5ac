import type { PlantedBug } from '../../harness/planted-bug.ts';

export const mutants: readonly PlantedBug[] = [
  {
    case: 'P8',
    name: 'a post is sent again without a bound',
    file: 'server/src/domain/posts/publish/settle-target.ts',
    find: 'if (target.send_count >= sendsMax || isTimeUp(sending)) return await giveUp(ctx, target);',
    replace: 'if (target.send_count >= sendsMax * 100) return await giveUp(ctx, target);',
  },
  {
    case: 'P2',
    name: 'resend on lease expiry',
    file: 'server/src/domain/posts/publish/publish-target.ts',
    find: "    case 'sending':\n    case 'reconciling':\n      return await settleTarget(ctx, sending);",
    replace:
      "    case 'sending':\n      return await sendTarget(ctx, sending);\n    case 'reconciling':\n      return await settleTarget(ctx, sending);",
  },
  {
    case: 'P7',
    name: 'an answer that was lost is no request',
    file: 'server/src/kernel/outbound/platform-http.ts',
    find: "kind: error.isSent ? 'noAnswer' : 'notSent'",
    replace: "kind: error.isSent ? 'notSent' : 'notSent'",
  },
  {
    case: 'P2',
    name: 'absence is proof where nobody can look',
    file: 'server/src/platforms/telegram/publish.ts',
    find: "  settle: async () => ({\n    kind: 'inconclusive',\n    reason: 'A bot cannot read what it has posted',\n    canAskAgain: false,\n  }),",
    replace: "  settle: async () => ({ kind: 'absent' }),",
  },
  {
    case: 'P2',
    name: 'the intent is written after the request',
    file: 'server/src/domain/posts/publish/send-target.ts',
    find: '  const { call, publish, platformPost, hold } = sending;\n  const { publishLeaseMs: leaseMs,',
    replace:
      '  const { call, platformPost, hold } = sending;\n  const early = await sending.publish.send(call, platformPost, handle);\n  const publish = { ...sending.publish, send: async () => early };\n  const { publishLeaseMs: leaseMs,',
  },
  {
    case: 'P2',
    name: 'a link that cannot be read fails the post',
    file: 'server/src/domain/posts/publish/follow-up.ts',
    find: "  if (isMissing) ctx.log.info({ postId: target.post_id }, 'a platform did not name the link of a post');",
    replace:
      "  const changes = { status: 'failed', error_code: 'platformUnavailable', error: 'permalink', due_at: null } as const;\n  await updateHeld(ctx.db, scopeOf(ctx.caller), target, { changes, isReleased: true });",
  },
  {
    case: 'P3',
    name: 'no claim token',
    file: 'server/src/domain/posts/store/held-target-store.ts',
    find: "    .where('claim_token', '=', claim_token)\n",
    replace: "    .where('claim_token', claim_token === '' ? '=' : 'is distinct from', '')\n",
  },
  {
    case: 'P3',
    name: 'nobody notices that the process was asleep',
    file: 'server/src/domain/posts/publish/send-target.ts',
    find: 'hold.isLost() || hold.msSinceRenewal() > leaseMs / 2',
    replace: 'hold.isLost()',
  },
  {
    case: 'P5',
    name: 'what a dead worker had not sent waits for its lease',
    file: 'server/src/domain/workers/sweep-workers.ts',
    find: 'const targets = await freeDeadWork(ctx, ids);',
    replace: 'const targets = await freeDeadWork({ ...ctx, timing: { ...ctx.timing, publishLeaseMs: 0 } }, []);',
  },
  {
    case: 'P6',
    name: 'a caller who hangs up takes the post along',
    file: 'server/src/http/add-json-route.ts',
    find: '      const result = await deadline(',
    replace:
      "      reply.raw.once('close', () => {\n        if (reply.raw.writableFinished || route.operation !== 'create post') return;\n        const { content } = body as { content: string };\n        void ctx.db.deleteFrom('posts').where('owner_id', '=', caller.ownerId).where('content', '=', content).execute();\n      });\n      const result = await deadline(",
  },
  {
    case: 'P6',
    name: 'the answer does not wait',
    file: 'server/src/domain/posts/wait-for-post.ts',
    find: '    if (leftMs <= 0) break;',
    replace: '    if (leftMs <= 1000) break;',
  },
  {
    case: 'P7',
    name: 'confirm is not demanded',
    file: 'server/src/domain/posts/rules/require-confirmed.ts',
    find: 'if (unknown === undefined || isConfirmed) return;',
    replace: "if (unknown === undefined || isConfirmed || unknown.status === 'failed') return;",
  },
  {
    case: 'P7',
    name: 'what is confirmed is not looked for',
    file: 'server/src/domain/posts/model/target-state.ts',
    find: "  const isUnknown = error_code === 'outcomeUnknown';",
    replace: "  const isUnknown = error_code === 'outcomeUnknown' && handle === null;",
  },
  {
    case: 'P7',
    name: 'a look that failed counts as one',
    file: 'server/src/domain/posts/publish/settle-target.ts',
    find: '      if (settled.canAskAgain && !isTimeUp(sending)) return',
    replace:
      '      if (target.is_confirmed) return await sendTarget(ctx, sending);\n      if (settled.canAskAgain && !isTimeUp(sending)) return',
  },
  {
    case: 'P2',
    name: 'no settle wait',
    file: 'server/src/domain/posts/publish/settle-target.ts',
    find: '  if (leftMs > 0) {',
    replace: '  if (leftMs > 1e12) {',
  },
  {
    case: 'P1',
    name: 'resend on lease expiry, under kills',
    file: 'server/src/domain/posts/publish/publish-target.ts',
    find: "    case 'sending':\n    case 'reconciling':\n      return await settleTarget(ctx, sending);",
    replace:
      "    case 'sending':\n      return await sendTarget(ctx, sending);\n    case 'reconciling':\n      return await settleTarget(ctx, sending);",
  },
  {
    case: 'P1',
    name: 'absence is proof where nobody can look, under kills',
    file: 'server/src/platforms/telegram/publish.ts',
    find: "  settle: async () => ({\n    kind: 'inconclusive',\n    reason: 'A bot cannot read what it has posted',\n    canAskAgain: false,\n  }),",
    replace: "  settle: async () => ({ kind: 'absent' }),",
  },
  {
    case: 'P4',
    name: 'timeout is "not done"',
    file: 'server/src/kernel/outbound/platform-http.ts',
    find: "kind: error.isSent ? 'noAnswer' : 'notSent'",
    replace: "kind: error.isSent && error.kind !== 'timeout' ? 'noAnswer' : 'notSent'",
  },
  {
    case: 'P4',
    name: 'who tries again enters the send once more',
    file: 'server/src/domain/posts/publish/send-target.ts',
    find: '  const outcome = await publish.send(call, platformPost, handle);',
    replace:
      "  const first = await publish.send(call, platformPost, handle);\n  const outcome = first.kind === 'unknown' ? await publish.send(call, platformPost, handle) : first;",
  },
  {
    case: 'P4',
    name: 'a call may take as long as it likes',
    file: 'server/src/kernel/outbound/platform-http.ts',
    find: 'timeoutMs: (request.timeoutMs ?? callMs) + (request.uploadMs ?? 0),',
    replace: 'timeoutMs: (request.timeoutMs ?? callMs) * 10 + (request.uploadMs ?? 0),',
  },
  {
    case: 'P5',
    name: 'jobs freed by worker id',
    file: 'server/src/domain/workers/sweep-workers.ts',
    find: 'const poolIds = [...dead.map((worker) => worker.poolId), ...(await selectLostPools(ctx.db, deadAfterMs))];',
    replace:
      'const poolIds = [...dead.map((worker) => worker.id), ...(await selectLostPools(ctx.db, deadAfterMs * 1000))];',
  },
];
