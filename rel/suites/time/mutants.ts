import type { PlantedBug } from '../../harness/planted-bug.ts';

export const mutants: readonly PlantedBug[] = [
  {
    case: 'C1',
    name: 'overlap fires twice',
    file: 'server/src/domain/queues/slots.ts',
    find: '    pending.push(...times.map((time) => instantOf({ midnight, time, timezone, offsetMs })));',
    replace:
      '    pending.push(...times.flatMap((time) => {\n      const ms = instantOf({ midnight, time, timezone, offsetMs });\n      const shown = (at: number): number => at + offsetMsAt(at, timezone);\n      return [ms, ...[30, 60, 120].map((n) => ms + n * minuteMs).filter((later) => shown(later) === shown(ms))];\n    }));',
  },
  {
    case: 'C1',
    name: 'gap skips',
    file: 'server/src/domain/queues/slots.ts',
    find: '    pending.push(...times.map((time) => instantOf({ midnight, time, timezone, offsetMs })));',
    replace:
      '    const isShown = (ms: number, time: string): boolean =>\n      ms + offsetMsAt(ms, timezone) === midnight + minutesOf(time) * minuteMs;\n    pending.push(\n      ...times.flatMap((time) => {\n        const ms = instantOf({ midnight, time, timezone, offsetMs });\n        return isShown(ms, time) ? [ms] : [];\n      }),\n    );',
  },
  {
    case: 'C1',
    name: 'two slots on one instant count twice',
    file: 'server/src/domain/queues/slots.ts',
    find: '      if (ms <= lastMs) continue;',
    replace: '      if (ms < lastMs) continue;',
  },
  {
    case: 'C1',
    name: 'a day is taken for steady although clocks change on the next',
    file: 'server/src/domain/queues/slots.ts',
    find: '[-dayMs, dayMs, 2 * dayMs].every(',
    replace: '[0].every(',
  },
  {
    case: 'C3',
    name: 'lateness is ignored',
    file: 'server/src/domain/posts/publish/publish-target.ts',
    find: 'minutes > post.late_minutes_max',
    replace: 'minutes > post.late_minutes_max + 10_000',
  },
  {
    case: 'C3',
    name: 'late posts are not held apart',
    file: 'server/src/domain/posts/publish/publish-engine.ts',
    find: 'spacingMs: timing.catchUpSpacingMs,',
    replace: 'spacingMs: timing.catchUpSpacingMs / 1000,',
  },
  {
    case: 'C4',
    name: 'the clock of the host decides what is late',
    file: 'server/src/domain/posts/publish/publish-target.ts',
    find: '  const { now, ...target } = claimed;',
    replace: '  const { now: ofDatabase, ...target } = claimed;\n  const now = ctx.clock.now() ?? ofDatabase;',
  },
  {
    case: 'C5',
    name: 'due posts are taken when a minute has gone by',
    file: 'server/src/domain/posts/publish/publish-store.ts',
    find: 'WHERE t.platform = granted.platform AND t.due_at <= herald_now() AND',
    replace: "WHERE t.platform = granted.platform AND t.due_at <= herald_now() - interval '60 seconds' AND",
  },
];
