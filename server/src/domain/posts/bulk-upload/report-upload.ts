import type { BulkUpload } from '../../../schemas/bulk-upload.ts';
import { warningsMax } from './limits.ts';
import type { PostFile } from './read-file.ts';
import type { UploadRow } from './upload-row.ts';

export function reportUpload({ unknown }: PostFile, rows: readonly UploadRow[]): BulkUpload {
  const results = rows.map(({ index, notes: { errors }, postId }) => ({
    rowIndex: index,
    ok: errors.length === 0,
    ...(postId === undefined ? {} : { createdPostId: postId }),
    ...(errors.length === 0 ? {} : { errors }),
  }));
  const valid = results.filter(({ ok }) => ok).length;
  const warnings = [
    ...unknown.map((name) =>
      name === '' ? 'a column without a name was ignored' : `column ${name} is not known and was ignored`,
    ),
    ...rows.flatMap(({ index, notes }) => notes.warnings.map((text) => `row ${index}: ${text}`)),
  ];
  return { total: rows.length, valid, invalid: rows.length - valid, results, warnings: shortened(warnings) };
}

function shortened(warnings: readonly string[]): string[] {
  if (warnings.length <= warningsMax) return [...warnings];
  return [...warnings.slice(0, warningsMax), `and ${warnings.length - warningsMax} more warnings`];
}
