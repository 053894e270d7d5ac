import type { Socket } from 'node:net';

const answers: Readonly<Record<string, { status: string; error: string }>> = {
  HPE_HEADER_OVERFLOW: { status: '431 Request Header Fields Too Large', error: 'Request headers too large' },
  ERR_HTTP_REQUEST_TIMEOUT: { status: '408 Request Timeout', error: 'Request timeout' },
};
const malformed = { status: '400 Bad Request', error: 'Malformed request' };

/** What never became a request gets the simple error shape too, then the connection closes. */
export function answerClientError(error: Error, socket: Socket): void {
  if (!socket.writable) {
    socket.destroy();
    return;
  }
  const code = 'code' in error ? String(error.code) : '';
  const { status, error: text } = answers[code] ?? malformed;
  const body = JSON.stringify({ error: text });
  const length = Buffer.byteLength(body);
  socket.end(
    `HTTP/1.1 ${status}\r\nContent-Type: application/json; charset=utf-8\r\n` +
      `Content-Length: ${length}\r\nConnection: close\r\n\r\n${body}`,
  );
}
