import type { Command } from 'commander';
import { releaseHeld, reportHeld, type HeldReport } from '../domain/installation/release.ts';
import { columns, jsonOption, print } from './output.ts';
import { withHerald } from './with-herald.ts';

const contentMax = 40;

export function addRelease(parent: Command): void {
  parent
    .command('release')
    .description(
      'list the posts that were due since the restored state and what the platforms show of them; with --confirm, ' +
        'settle these posts without sending them and end the hold',
    )
    .option('--confirm', 'end the hold after the report')
    .option(...jsonOption)
    .action(async ({ confirm, json }: { confirm?: boolean; json?: boolean }) => {
      const isConfirmed = confirm === true;
      const report = await withHerald('release', async (systemCtx, { core: { epochStores } }) => {
        const held = await reportHeld(systemCtx);
        if (held !== undefined && isConfirmed) await releaseHeld(systemCtx, held, epochStores);
        return held;
      });
      const isReleased = report !== undefined && isConfirmed;
      print(
        { held: report !== undefined && !isConfirmed, released: isReleased, report: report ?? null },
        { json },
        [
          ...textOf(report),
          ...(report === undefined
            ? []
            : [isReleased ? 'Herald is released.' : 'To release Herald, run: herald release --confirm']),
        ].join('\n'),
      );
    });
}

function textOf(report: HeldReport | undefined): string[] {
  if (report === undefined) return ['Herald is not held.'];
  const { reason, since, overdue } = report;
  const table = columns(overdue, {
    DUE: ({ dueAt }) => dueAt.toISOString(),
    PLATFORM: ({ platform }) => platform,
    POST: ({ postId }) => postId,
    CONTENT: ({ content }) => content.slice(0, contentMax).replaceAll(/\s+/g, ' '),
    OUTCOME: ({ outcome }) =>
      outcome.kind === 'published' ? `published as ${outcome.id}` : `fails as outcomeUnknown: ${outcome.reason}`,
  });
  return [
    `Herald has been held since ${since.toISOString()}: ${reason}.`,
    '',
    `Posts that became due since then: ${overdue.length}. None of them will be sent.`,
    ...(overdue.length === 0
      ? []
      : [table, 'To send a failed one anyway, call POST /v1/posts/{postId}/retry with confirm: true.']),
    '',
  ];
}
