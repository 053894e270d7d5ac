import type { OutboundFault, OutboundResponse } from '../../../kernel/outbound/http-client.ts';
import type { DeliveryErrorCode } from '../../../schemas/webhook.ts';

export type AttemptResult = {
  errorCode: DeliveryErrorCode | null;
  httpStatus: number | null;
  retryAfterMs: number | null;
};

export function resultOfResponse({ status, headers }: OutboundResponse, now: Date): AttemptResult {
  return { errorCode: errorOfStatus(status), httpStatus: status, retryAfterMs: retryAfterMs(headers, now) };
}

export function resultOfFault(fault: OutboundFault): AttemptResult {
  return { errorCode: faultCodes[fault.kind], httpStatus: null, retryAfterMs: null };
}

function errorOfStatus(status: number): DeliveryErrorCode | null {
  if (status >= 200 && status < 300) return null;
  if (status >= 300 && status < 400) return 'redirect';
  return status === 410 ? 'gone' : 'httpError';
}

const faultCodes: Readonly<Record<OutboundFault['kind'], DeliveryErrorCode>> = {
  urlNotAllowed: 'addressBlocked',
  addressBlocked: 'addressBlocked',
  dnsFailed: 'dnsFailed',
  connectionFailed: 'connectionFailed',
  tlsFailed: 'tlsFailed',
  timeout: 'timeout',
  redirect: 'redirect',
  tooLarge: 'httpError',
  aborted: 'timeout',
};

function retryAfterMs(headers: Record<string, string>, now: Date): number | null {
  const text = headers['retry-after']?.trim() ?? '';
  if (/^\d{1,9}$/.test(text)) return Number(text) * 1000;
  const instant = /^[A-Za-z]{3}, /.test(text) ? Date.parse(text) : Number.NaN;
  return Number.isNaN(instant) ? null : Math.max(0, instant - now.getTime());
}
