import type { ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import type { ErrorCode } from '../../kernel/errors.ts';
import type { Ids } from '../../kernel/ids.ts';
import { helpLink } from './error-catalogue.ts';

type ClientError = { status: string; error: string; code?: ErrorCode };
type ClientErrorCtx = { ids: Ids; site: { baseUrl(): string } };

const responses: Readonly<Record<string, ClientError>> = {
  HPE_HEADER_OVERFLOW: { status: '431 Request Header Fields Too Large', error: 'Request headers too large' },
  ERR_HTTP_REQUEST_TIMEOUT: { status: '408 Request Timeout', error: 'Request timeout', code: 'requestTimeout' },
};
const malformed: ClientError = { status: '400 Bad Request', error: 'Malformed request' };

/** Malformed requests get a JSON error too, then the connection is closed. */
export function sendClientError(error: Error, socket: Socket, { ids, site }: ClientErrorCtx): void {
  if (!socket.writable) {
    socket.destroy();
    return;
  }
  const code = 'code' in error ? String(error.code) : '';
  const { status, error: text, code: publicCode } = responses[code] ?? malformed;
  const { headers, body } = simpleError(text, ids);
  if (publicCode !== undefined) headers['Link'] = helpLink(site.baseUrl(), publicCode);
  const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}`);
  socket.end(`HTTP/1.1 ${status}\r\n${lines.join('\r\n')}\r\n\r\n${body}`);
}

/** Node responds to an unknown `Expect` with an empty body. */
export function sendExpectationFailed(response: ServerResponse, ids: Ids): void {
  const { headers, body } = simpleError('Expectation failed', ids);
  response.writeHead(417, headers).end(body);
}

function simpleError(error: string, ids: Ids): { headers: Record<string, string | number>; body: string } {
  const body = JSON.stringify({ error });
  const headers = {
    'Content-Type': 'application/json; charset=utf-8',
    'Content-Length': Buffer.byteLength(body),
    'X-Request-Id': ids.make('request'),
    Connection: 'close',
  };
  return { headers, body };
}
