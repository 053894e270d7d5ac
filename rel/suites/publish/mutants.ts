import type { PlantedBug } from '../../harness/planted-bug.ts';

export const mutants: readonly PlantedBug[] = [
  {
    case: 'bound-resends',
    name: 'the number of sends is not limited',
    file: 'server/src/domain/posts/publish/settle-target.ts',
    find: 'if (target.sendCount >= sendsMax || isTimeUp(sending)) return await giveUp(ctx, target);',
    replace: 'if (target.sendCount >= sendsMax * 100) return await giveUp(ctx, target);',
  },
  {
    case: 'kill-at-each-step',
    name: 'a target is sent again when its lease expires',
    file: 'server/src/domain/posts/publish/publish-target.ts',
    find: "    case 'sending':\n    case 'reconciling':\n      return await settleTarget(ctx, sending);",
    replace:
      "    case 'sending':\n      return await sendTarget(ctx, sending);\n    case 'reconciling':\n      return await settleTarget(ctx, sending);",
  },
  {
    case: 'retry-unknown-outcomes',
    name: 'a lost response counts as not sent',
    file: 'server/src/kernel/outbound/platform-http.ts',
    find: "kind: error.isSent ? 'noResponse' : 'notSent'",
    replace: "kind: error.isSent ? 'notSent' : 'notSent'",
  },
  {
    case: 'kill-at-each-step',
    name: 'a platform without look-up reports a post as absent',
    file: 'server/src/platforms/telegram/publish.ts',
    find: "  settle: async () => ({\n    kind: 'inconclusive',\n    reason: 'Telegram bots cannot read their own posts',\n    canAskAgain: false,\n  }),",
    replace: "  settle: async () => ({ kind: 'absent' }),",
  },
  {
    case: 'kill-at-each-step',
    name: '`sending` is committed after the request',
    file: 'server/src/domain/posts/publish/send-target.ts',
    find: '  const { call, publish, platformPost, lease } = sending;\n  const { publishLeaseMs: leaseMs,',
    replace:
      '  const { call, platformPost, lease } = sending;\n  const early = await sending.publish.send(call, platformPost, publishState);\n  const publish: typeof sending.publish = { ...sending.publish, send: async () => early };\n  const { publishLeaseMs: leaseMs,',
  },
  {
    case: 'kill-at-each-step',
    name: 'a missing permalink fails the target',
    file: 'server/src/domain/posts/publish/follow-up.ts',
    find: "  if (isMissing) ctx.log.info({ postId: target.postId }, 'a platform did not return the permalink of a post');",
    replace:
      "  const changes = { status: 'failed', errorCode: 'platformUnavailable', error: 'permalink', dueAt: null } as const;\n  await updateHeld(ctx.db, scopeOf(ctx.caller), target, { changes, isReleased: true });",
  },
  {
    case: 'resume-stalled-workers',
    name: 'writes do not check the claim token',
    file: 'server/src/domain/posts/store/held-target-store.ts',
    find: "    .where('claimToken', '=', ofClaim)\n",
    replace: "    .where('claimToken', 'is distinct from', '')\n",
  },
  {
    case: 'resume-stalled-workers',
    name: 'a stalled process sends after its lease has expired',
    file: 'server/src/domain/posts/publish/send-target.ts',
    find: 'lease.isLost() || lease.msSinceRenewal() > leaseMs / 2',
    replace: 'lease.isLost()',
  },
  {
    case: 'recover-after-worker-death',
    name: 'unsent targets of a dead worker wait for their lease',
    file: 'server/src/domain/workers/sweep-workers.ts',
    find: 'const targets = await freeDeadWork(ctx, workers);',
    replace: 'const targets = await freeDeadWork({ ...ctx, timing: { ...ctx.timing, publishLeaseMs: 0 } }, []);',
  },
  {
    case: 'publish-now',
    name: 'a disconnecting client deletes its post',
    file: 'server/src/http/add-json-route.ts',
    find: '      const result = await deadline(',
    replace:
      "      reply.raw.once('close', () => {\n        if (reply.raw.writableFinished || route.operation !== 'create post') return;\n        const { content } = body as { content: string };\n        void ctx.db.deleteFrom('posts').where('ownerId', '=', caller.ownerId).where('content', '=', content).execute();\n      });\n      const result = await deadline(",
  },
  {
    case: 'publish-now',
    name: 'publishNow responds before the target has ended',
    file: 'server/src/domain/posts/wait-for-post.ts',
    find: '    if (leftMs <= 0) break;',
    replace: '    if (leftMs <= 1000) break;',
  },
  {
    case: 'retry-unknown-outcomes',
    name: 'retry does not require `confirm`',
    file: 'server/src/domain/posts/rules/require-confirmed.ts',
    find: 'if (unknown === undefined || isConfirmed) return;',
    replace: "if (unknown === undefined || isConfirmed || unknown.status === 'failed') return;",
  },
  {
    case: 'retry-unknown-outcomes',
    name: 'a confirmed retry sends without a look-up',
    file: 'server/src/domain/posts/model/target-state.ts',
    find: "  const isUnknown = errorCode === 'outcomeUnknown';",
    replace: "  const isUnknown = errorCode === 'outcomeUnknown' && publishState === null;",
  },
  {
    case: 'retry-unknown-outcomes',
    name: 'a failed look-up counts as "not found"',
    file: 'server/src/domain/posts/publish/settle-target.ts',
    find: '      if (settled.canAskAgain && !isTimeUp(sending)) return',
    replace:
      '      if (target.isConfirmed) return await sendTarget(ctx, sending);\n      if (settled.canAskAgain && !isTimeUp(sending)) return',
  },
  {
    case: 'kill-at-each-step',
    name: 'the settle wait is skipped',
    file: 'server/src/domain/posts/publish/settle-target.ts',
    find: '  if (leftMs > 0) {',
    replace: '  if (leftMs > 1e12) {',
  },
  {
    case: 'kill-workers',
    name: 'a target is sent again when its lease expires, under kills',
    file: 'server/src/domain/posts/publish/publish-target.ts',
    find: "    case 'sending':\n    case 'reconciling':\n      return await settleTarget(ctx, sending);",
    replace:
      "    case 'sending':\n      return await sendTarget(ctx, sending);\n    case 'reconciling':\n      return await settleTarget(ctx, sending);",
  },
  {
    case: 'kill-workers',
    name: 'a platform without look-up reports a post as absent, under kills',
    file: 'server/src/platforms/telegram/publish.ts',
    find: "  settle: async () => ({\n    kind: 'inconclusive',\n    reason: 'Telegram bots cannot read their own posts',\n    canAskAgain: false,\n  }),",
    replace: "  settle: async () => ({ kind: 'absent' }),",
  },
  {
    case: 'break-connections',
    name: 'a timeout counts as not sent',
    file: 'server/src/kernel/outbound/platform-http.ts',
    find: "kind: error.isSent ? 'noResponse' : 'notSent'",
    replace: "kind: error.isSent && error.kind !== 'timeout' ? 'noResponse' : 'notSent'",
  },
  {
    case: 'break-connections',
    name: 'an unknown outcome is sent again at once',
    file: 'server/src/domain/posts/publish/send-target.ts',
    find: '  const outcome = await publish.send(call, platformPost, publishState);',
    replace:
      "  const first = await publish.send(call, platformPost, publishState);\n  const outcome = first.kind === 'unknown' ? await publish.send(call, platformPost, publishState) : first;",
  },
  {
    case: 'break-connections',
    name: 'platform calls have no deadline',
    file: 'server/src/kernel/outbound/platform-http.ts',
    find: 'timeoutMs: (request.timeoutMs ?? callMs) + (request.uploadMs ?? 0),',
    replace: 'timeoutMs: (request.timeoutMs ?? callMs) * 10 + (request.uploadMs ?? 0),',
  },
];
