import type { Platform, WireRequest } from '../platform.ts';
import type { Body } from './read-body.ts';
import { redact } from './redact.ts';
import type { WireResponse } from './wire-response.ts';

export type LoggedRequest = {
  readonly id: number;
  readonly at: string;
  readonly platform: string;
  readonly operation: string | null;
  readonly method: string;
  readonly url: string;
  readonly query: unknown;
  readonly headers: unknown;
  readonly body: unknown;
  /** Null: closed without a response. */
  readonly status: number | null;
  readonly response: unknown;
  readonly durationMs: number;
};

export type RequestLog = {
  add(entry: Omit<LoggedRequest, 'id'>): void;
  /** The newest `limit`, oldest first. */
  list(filter: { platform?: string; limit: number }): LoggedRequest[];
  clear(): void;
  onAdd(listener: () => void): () => void;
};

const entriesMax = 2000;
/** Longer bodies are cut. */
const bodyLengthMax = 16 * 1024;

export function createRequestLog(): RequestLog {
  let entries: LoggedRequest[] = [];
  let count = 0;
  const listeners = new Set<() => void>();
  return {
    add: (entry) => {
      count += 1;
      entries.push({ id: count, ...entry });
      if (entries.length >= entriesMax * 2) entries = entries.slice(-entriesMax);
      for (const listener of listeners) listener();
    },
    list: ({ platform, limit }) =>
      entries
        .slice(-entriesMax)
        .filter((entry) => platform === undefined || entry.platform === platform)
        .slice(-limit),
    clear: () => {
      entries = [];
    },
    onAdd: (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
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

export function describeResponse(response: WireResponse): unknown {
  if (response.kind !== 'reply') return null;
  const { headers, body } = response.reply;
  const type = headers['content-type'] ?? '';
  const isJson = typeof body === 'string' && type.includes('json');
  return isJson ? shortened(redact(parsed(body))) : { type, sizeBytes: Buffer.byteLength(body) };
}

/** A simulated fault may reply with broken JSON. */
function parsed(body: string): unknown {
  try {
    return JSON.parse(body);
  } catch {
    return body;
  }
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
