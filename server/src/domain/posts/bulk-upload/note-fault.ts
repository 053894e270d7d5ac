import { AppError } from '../../../kernel/errors.ts';
import type { PreflightIssue } from '../rules/preflight.ts';
import type { UploadRow } from './upload-row.ts';

/** Throws errors that are not refusals. */
export function noteFault({ notes, columnOf }: UploadRow, error: unknown, otherwise = 'post_content'): void {
  if (!(error instanceof AppError) || error.code === 'unavailable') throw error;
  const { param = null } = error.details;
  const isNamed = param !== null && error.message.startsWith(`${param} `);
  const message = isNamed ? error.message.slice(param.length + 1) : `: ${error.message}`;
  notes.wrong((param === null ? undefined : columnOf(param)) ?? otherwise, message);
}

export function noteIssue({ notes, columnOf }: UploadRow, issue: PreflightIssue): void {
  const { platform, field, severity, message } = issue;
  const column = (field === null ? undefined : columnOf(field)) ?? 'post_content';
  const problem = `is not valid for ${platform ?? 'the post'}: ${message}`;
  if (severity === 'error') notes.wrong(column, problem);
  else notes.warn(column, `on ${platform ?? 'the post'}: ${message}`);
}
