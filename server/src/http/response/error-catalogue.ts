import type { ErrorCode } from '../../kernel/errors.ts';
import type { ErrorShape } from '../../schemas/error.ts';
import { errorTable } from './error-table.ts';

/** Texts are Markdown with only code spans. */
type CatalogueEntry = { code: ErrorCode; status: number; value: string; fields: string; when: string };

/** Source of docs/errors.md and of `/docs/errors`. */
export function errorCatalogue(): CatalogueEntry[] {
  return Object.entries(errorTable)
    .map(([code, { status, shape, text, when }]) => ({
      ...{ code: code as ErrorCode, status, when },
      value: valueOf(code, shape, text),
      fields: fieldsOf[shape],
    }))
    .sort((a, b) => a.status - b.status);
}

export const errorPagePath = '/docs/errors';

export function helpLink(baseUrl: string, code: ErrorCode): string {
  return `<${baseUrl}${errorPagePath}#${code}>; rel="help"`;
}

const fieldsOf: Readonly<Record<ErrorShape, string>> = {
  simple: '`error`',
  coded: '`error`, `code`, sometimes `platform`, `errorDescription`',
  messaging: '`error`, `code`, `platform`, `platformError`, `lastMessageReceivedAt`',
  flow: '`error`, `message`',
  payment: '`error`, `code`, `reason`, `documentationUrl`, `dashboardUrl`, `details`',
  validation: '`error`, `type`, `code`, `param`',
  platform: '`error`, `code`, `platform`, `platformError`, `retryAfter`',
  rateLimited: '`error`, `retryAfter`',
};

function valueOf(code: string, shape: ErrorShape, text: string | undefined): string {
  if (shape === 'rateLimited') return '`rate_limited`';
  if (shape === 'messaging') return '`PLATFORM_LIMITATION`';
  if (code === 'oauthFailed') return '`<platform>OauthFailed`';
  if (shape !== 'simple' && shape !== 'flow') return `\`${code}\``;
  return text === undefined ? (code === 'internal' ? '`Failed to <operation>`' : '(a text)') : `\`${text}\``;
}
