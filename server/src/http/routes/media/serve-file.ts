import { openFile, type OpenFile } from '../../../domain/media/open-file.ts';
import { AppError } from '../../../kernel/errors.ts';
import { Bytes } from '../../../schemas/stream.ts';
import { readRange } from '../../request/read-range.ts';
import type { StreamRoute } from '../../route.ts';

export const serveFileRoute: StreamRoute = {
  kind: 'stream',
  method: 'GET',
  path: '/media/{key}',
  operation: 'serve file',
  tag: 'Media',
  description: 'Returns an uploaded file or a range of it. Anybody who knows the URL can read the file.',
  access: 'none',
  contentType: 'application/octet-stream',
  response: Bytes,
  statuses: {
    200: 'The file.',
    206: 'A range of the file.',
    304: 'Not changed.',
    404: 'The file does not exist.',
    416: 'The range is outside the file.',
  },
  errors: ['notFound', 'rangeNotSatisfiable'],
  handle: async (ctx, { params, headers }) => {
    const file = await openFile(ctx, params['key'] ?? '');
    const facts = headersOf(file);
    if (headers['if-none-match'] === facts['etag']) return { status: 304, headers: facts };
    const range = readRange(headers.range, file.sizeBytes);
    if (range === 'unsatisfiable') throw new AppError('rangeNotSatisfiable', 'Range not satisfiable');
    const bytes = await file.open(range);
    if (bytes === undefined) throw new AppError('notFound', 'Not found');
    if (range === undefined) {
      return { status: 200, headers: { ...facts, 'content-length': file.sizeBytes }, body: bytes };
    }
    const { start, end } = range;
    const rangeHeaders = {
      'content-range': `bytes ${start}-${end - 1}/${file.sizeBytes}`,
      'content-length': end - start,
    };
    return { status: 206, headers: { ...facts, ...rangeHeaders }, body: bytes };
  },
};

/** Uploads are untrusted: browsers must not run anything in them. */
function headersOf({ row }: OpenFile): Record<string, string> {
  return {
    'content-type': row.contentType,
    'content-disposition': `inline; filename*=UTF-8''${encodeURIComponent(row.filename)}`,
    'content-security-policy': "default-src 'none'; sandbox",
    'cross-origin-resource-policy': 'cross-origin',
    'x-content-type-options': 'nosniff',
    'accept-ranges': 'bytes',
    'cache-control': 'public, max-age=31536000, immutable',
    etag: `"${row.checksum ?? row.key}"`,
  };
}
