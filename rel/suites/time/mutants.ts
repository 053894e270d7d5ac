import type { PlantedBug } from '../../harness/planted-bug.ts';

export const mutants: readonly PlantedBug[] = [
  {
    case: 'expand-queue-slots',
    name: 'a repeated local time yields two slots',
    file: 'server/src/domain/queues/slots.ts',
    find: '    pending.push(...times.map((time) => instantOf({ midnight, time, timezone, offsetMs })));',
    replace:
      '    pending.push(...times.flatMap((time) => {\n      const ms = instantOf({ midnight, time, timezone, offsetMs });\n      const shown = (at: number): number => at + offsetMsAt(at, timezone);\n      return [ms, ...[30, 60, 120].map((n) => ms + n * minuteMs).filter((later) => shown(later) === shown(ms))];\n    }));',
  },
  {
    case: 'expand-queue-slots',
    name: 'a skipped local time yields no slot',
    file: 'server/src/domain/queues/slots.ts',
    find: '    pending.push(...times.map((time) => instantOf({ midnight, time, timezone, offsetMs })));',
    replace:
      '    const isShown = (ms: number, time: string): boolean =>\n      ms + offsetMsAt(ms, timezone) === midnight + minutesOf(time) * minuteMs;\n    pending.push(\n      ...times.flatMap((time) => {\n        const ms = instantOf({ midnight, time, timezone, offsetMs });\n        return isShown(ms, time) ? [ms] : [];\n      }),\n    );',
  },
  {
    case: 'expand-queue-slots',
    name: 'two slots on one instant are both returned',
    file: 'server/src/domain/queues/slots.ts',
    find: '      if (ms <= lastMs) continue;',
    replace: '      if (ms < lastMs) continue;',
  },
  {
    case: 'expand-queue-slots',
    name: 'the day before a clock change uses one offset',
    file: 'server/src/domain/queues/slots.ts',
    find: '[-dayMs, dayMs, 2 * dayMs].every(',
    replace: '[0].every(',
  },
  {
    case: 'catch-up-after-downtime',
    name: 'the lateness limit is ignored',
    file: 'server/src/domain/posts/publish/publish-target.ts',
    find: 'minutes > post.lateMinutesMax',
    replace: 'minutes > post.lateMinutesMax + 10_000',
  },
  {
    case: 'catch-up-after-downtime',
    name: 'late posts are not spaced out',
    file: 'server/src/domain/posts/publish/publish-engine.ts',
    find: 'spacingMs: timing.catchUpSpacingMs,',
    replace: 'spacingMs: timing.catchUpSpacingMs / 1000,',
  },
  {
    case: 'step-host-clock',
    name: 'lateness is judged by the host clock',
    file: 'server/src/domain/posts/publish/publish-target.ts',
    find: '  const { now, ...target } = claimed;',
    replace: '  const { now: ofDatabase, ...target } = claimed;\n  const now = ctx.clock.now() ?? ofDatabase;',
  },
  {
    case: 'publish-on-time',
    name: 'due posts are claimed a minute late',
    file: 'server/src/domain/posts/publish/publish-store.ts',
    find: 'WHERE t.platform = granted.platform AND t.due_at <= herald_now()',
    replace: "WHERE t.platform = granted.platform AND t.due_at <= herald_now() - interval '60 seconds'",
  },
];
