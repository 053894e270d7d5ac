import type { Readable } from 'node:stream';
import type { Static } from 'typebox';
import { bulkUpload } from '../../../domain/posts/bulk-upload/bulk-upload.ts';
import { requestIdLengthMax } from '../../../domain/posts/bulk-upload/limits.ts';
import { deadline } from '../../../kernel/time/clock.ts';
import { AppError } from '../../../kernel/errors.ts';
import { BulkUpload, BulkUploadQuery } from '../../../schemas/bulk-upload.ts';
import { CsvFile, FileForm } from '../../../schemas/stream.ts';
import { readMultipart } from '../../request/read-multipart.ts';
import { readRequestId } from '../../request/request-id.ts';
import type { StreamRoute } from '../../route.ts';

const handlerMsMax = 120_000;

const csvExample = [
  'post_content,platforms,profiles,schedule_time,tz,is_draft',
  'Our spring menu is here.,bluesky,Acme Coffee,,,true',
].join('\n');

export const bulkUploadRoute: StreamRoute = {
  kind: 'stream',
  method: 'POST',
  path: '/v1/posts/bulk-upload',
  operation: 'upload posts',
  tag: 'Posts',
  description:
    'Up to 500 posts from a CSV file of at most 2 MiB, as the form field `file` or as the body itself. Rows with ' +
    'errors are reported, the others are created. Needs a read-write key.',
  access: 'write',
  isShedFirst: true,
  query: BulkUploadQuery,
  headers: { 'x-request-id': 'An idempotency key of at most 200 characters: repeating it creates no row twice.' },
  accepts: { 'multipart/form-data': { schema: FileForm }, 'text/csv': { schema: CsvFile, example: csvExample } },
  contentType: 'application/json',
  statuses: {
    200: 'All rows or no rows were created as posts.',
    207: 'Some rows were created as posts.',
    400: 'The file as a whole cannot be used: `error` says why.',
    401: 'The key is missing or not valid.',
    402: 'The plan does not include this many posts. Nothing was created.',
    403: 'The key may not write.',
    408: 'The upload was too slow.',
    415: 'The body is compressed.',
    429: 'The rate limit is exceeded.',
    503: 'The process is overloaded or the database is unreachable. Try again after `Retry-After`, with the same `x-request-id`.',
    507: 'The disk is almost full.',
  },
  response: BulkUpload,
  errors: ['validation', 'paymentRequired', 'requestTimeout', 'insufficientStorage'],
  handle: async (ctx, { contentType, body, headers, query }) => {
    const { dryRun, allowDuplicate = ctx.limits.allowsDuplicates } = query as Static<typeof BulkUploadQuery>;
    const requestId = readRequestId(headers, requestIdLengthMax);
    const source = await openFile(contentType, body);
    const work = bulkUpload(ctx, { source, isDryRun: dryRun, isDuplicateAllowed: allowDuplicate, requestId });
    const report = await deadline(handlerMsMax, work, tookTooLong);
    const isMixed = report.valid > 0 && report.invalid > 0;
    return { status: isMixed ? 207 : 200, body: report };
  },
};

async function openFile(contentType: string | undefined, body: Readable): Promise<AsyncIterable<Uint8Array>> {
  if (/^text\/csv\s*(;|$)/i.test(contentType ?? '')) return body;
  return (await readMultipart(contentType, body)).source;
}

function tookTooLong(): AppError {
  const message = 'The upload took more than two minutes: repeat it with the same x-request-id';
  return new AppError('unavailable', message, { retryAfterSeconds: 5 });
}
