import type { PlantedBug } from '../../harness/planted-bug.ts';

export const mutants: readonly PlantedBug[] = [
  {
    case: 'restore-old-state',
    name: 'the restore guard is off',
    file: 'server/src/domain/installation/restore-guard.ts',
    find: '  if (why !== undefined && (await hasContent(db))) await holdInstallation(db, why);',
    replace: '  if (why !== undefined && !(await hasContent(db))) await holdInstallation(db, why);',
  },
  {
    case: 'restore-old-state',
    name: 'the epoch advances only at startup',
    file: 'server/src/domain/posts/publish/send-target.ts',
    find: '  await ctx.guard.beforeSend();\n',
    replace: '',
  },
  {
    case: 'restore-old-state',
    name: 'a release leaves overdue targets to the workers',
    file: 'server/src/domain/installation/release.ts',
    find: '  await settleOverdue(systemCtx, report.overdue);\n',
    replace: '  if (report.overdue.length < 0) await settleOverdue(systemCtx, report.overdue);\n',
  },
  {
    case: 'restore-backup',
    name: 'media files are missing from the archive',
    file: 'server/src/backup/snapshot.ts',
    find: "FROM public.media WHERE status <> 'pending' ORDER BY key",
    replace: "FROM public.media WHERE status = 'pending' ORDER BY key",
  },
  {
    case: 'restore-backup',
    name: 'tables are read from different snapshots',
    file: 'server/src/backup/snapshot.ts',
    find: 'BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY',
    replace: 'BEGIN ISOLATION LEVEL READ COMMITTED READ ONLY',
  },
  {
    case: 'refuse-bad-archives',
    name: 'a restore does not check the keys',
    file: 'server/src/backup/restore-backup.ts',
    find: '  requireOpens(createSealer(keys, secureRandom), sentinel);\n',
    replace: '  void [requireOpens, createSealer, secureRandom, sentinel];\n',
  },
  {
    case: 'refuse-bad-archives',
    name: 'checksums are not compared',
    file: 'server/src/backup/verify-archive.ts',
    find: '  if (actual?.sha256 === expected.sha256 && actual.bytes === expected.bytes) return;',
    replace: '  if (actual !== undefined && actual.bytes === expected.bytes) return;',
  },
];
