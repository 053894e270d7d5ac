import type { Platform, WireRequest } from '../platform.ts';
import type { Body } from './read-body.ts';
import { redact } from './redact.ts';

type LoggedRequest = {
  readonly at: string;
  readonly platform: string;
  readonly operation: string | null;
  readonly method: string;
  readonly url: string;
  readonly query: unknown;
  readonly headers: unknown;
  readonly body: unknown;
  /** Null when the connection was closed without a response. */
  readonly status: number | null;
};

export type RequestLog = {
  add(entry: LoggedRequest): void;
  /** The newest `limit`, oldest first. */
  list(filter: { platform?: string; limit: number }): LoggedRequest[];
  clear(): void;
};

const entriesMax = 2000;
/** Length of a logged body as JSON; longer ones are cut. */
const bodyLengthMax = 16 * 1024;

export function createRequestLog(): RequestLog {
  let entries: LoggedRequest[] = [];
  return {
    add: (entry) => {
      entries.push(entry);
      if (entries.length >= entriesMax * 2) entries = entries.slice(-entriesMax);
    },
    list: ({ platform, limit }) =>
      entries
        .slice(-entriesMax)
        .filter((entry) => platform === undefined || entry.platform === platform)
        .slice(-limit),
    clear: () => {
      entries = [];
    },
  };
}

export function describeRequest(
  platform: Platform,
  request: WireRequest,
): Pick<LoggedRequest, 'method' | 'url' | 'query' | 'headers' | 'body'> {
  const path = platform.redactPath?.(request.path) ?? request.path;
  return {
    method: request.method,
    url: `https://${request.host}${path}`,
    query: redact(Object.fromEntries(request.query)),
    headers: redact(request.headers),
    body: shortened(redact(describeBody(request.body))),
  };
}

function shortened(body: unknown): unknown {
  const text = JSON.stringify(body);
  return text.length <= bodyLengthMax ? body : { cutAt: bodyLengthMax, text: text.slice(0, bodyLengthMax) };
}

function describeBody(body: Body): unknown {
  switch (body.kind) {
    case 'json':
      return body.value;
    case 'form':
      return Object.fromEntries(body.fields);
    case 'multipart':
      return {
        ...Object.fromEntries(body.fields),
        ...Object.fromEntries(
          body.files.map(({ field, filename, type, bytes }) => [field, { filename, type, sizeBytes: bytes.length }]),
        ),
      };
    case 'bytes':
      return { type: body.type, sizeBytes: body.bytes.length };
    case 'none':
    case 'unreadable':
    case 'tooLarge':
      return null;
  }
}
