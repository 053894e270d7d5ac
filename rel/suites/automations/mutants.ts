import type { PlantedBug } from '../../harness/planted-bug.ts';

export const mutants: readonly PlantedBug[] = [
  {
    case: 'answer-comments',
    name: 'a message whose process died is sent again',
    file: 'server/src/domain/automation-replies/work-on-log.ts',
    find: '  if (log.sendingSince !== null) return await endStep(ctx, { log, automation, changes: unconfirmed(log) });\n',
    replace: '',
  },
  {
    case: 'answer-comments',
    name: 'earlier messages to the person are not looked for',
    file: 'server/src/domain/automations/trigger-automations.ts',
    find: '  const isRepeated = await hasLogFor(ctx.db, scope, key);\n',
    replace: '  const isRepeated = Math.random() < 0 && (await hasLogFor(ctx.db, scope, key));\n',
  },
  {
    case: 'answer-comments',
    name: 'failed messages are not counted',
    file: 'server/src/domain/automation-replies/end-step.ts',
    find: '  await countOutcome(ctx.db, scope, { automationId: automation.id, status });\n',
    replace: "  if (status === 'sent') await countOutcome(ctx.db, scope, { automationId: automation.id, status });\n",
  },
];
