import type { TestResponse } from '../check-response.ts';
import type { Call } from '../harness.ts';

export function csvOf(...rows: readonly Record<string, string>[]): string {
  const required = ['post_content', 'platforms', 'profiles', 'schedule_time'];
  const columns = [...new Set([...required, ...rows.flatMap((row) => Object.keys(row))])];
  const quoted = (cell: string): string => `"${cell.replaceAll('"', '""')}"`;
  return [columns, ...rows.map((row) => columns.map((column) => row[column] ?? ''))]
    .map((cells) => cells.map(quoted).join(','))
    .join('\n');
}

type Sending = { query?: string; requestId?: string; contentType?: string };

export function sendCsv(call: Call, file: string | Buffer, sending: Sending = {}): Promise<TestResponse> {
  const { query = '', requestId, contentType = 'text/csv' } = sending;
  return call('POST', `/v1/posts/bulk-upload${query}`, {
    payload: file,
    headers: { 'content-type': contentType, ...(requestId === undefined ? {} : { 'x-request-id': requestId }) },
  });
}
