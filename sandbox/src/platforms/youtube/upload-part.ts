import type { Call, Route } from '../../core/platform.ts';
import { json, Refusal, type Reply } from '../../core/wire/reply.ts';
import { contentRange, type ContentRange } from './content-range.ts';
import { finishUpload } from './finish-upload.ts';
import { limits } from './limits.ts';
import { authority } from './oauth.ts';
import { persons, type Person } from './persons.ts';
import { storedBytes, uploadHost, uploadPath, uploads, type Upload } from './uploads.ts';
import { videoView } from './video-view.ts';
import { videos } from './videos.ts';

/** The upload URL is the only authorization; after the last byte it returns the video until it expires. */
export const uploadPart: Route = {
  host: uploadHost,
  methods: ['PUT'],
  path: uploadPath,
  operation: 'uploadPart',
  handle: async (call) => {
    if (call.request.headers.authorization !== undefined) authority.requireToken(call);
    const upload = requireUpload(call);
    const person = persons.get(call.store, upload.ownerId) ?? refuseText(404, 'Not Found');
    const bytes = call.request.body.kind === 'bytes' ? call.request.body.bytes : Buffer.alloc(0);
    const range = contentRange(call.request.headers['content-range'], bytes.length);
    if (range === undefined) refuseText(400, 'Failed to parse Content-Range header.');
    checkTotal(upload, range.total);
    if (upload.videoId !== undefined) return videoReply(call, upload, person);
    const grown = range.kind === 'probe' ? upload : await store(call, person, { upload, range, bytes });
    const sizeBytes = grown.sizeBytes ?? range.total;
    if (storedBytes(grown) !== sizeBytes) return incomplete(grown);
    return videoReply(call, await finishUpload(call, person, grown), person);
  },
};

export const readUploadProgress: Route = {
  ...uploadPart,
  headers: { 'content-range': /^bytes \*\// },
  operation: 'readUploadProgress',
};

function refuseText(status: number, text: string): never {
  throw new Refusal({ status, headers: { 'content-type': 'text/plain; charset=utf-8' }, body: text });
}

function requireUpload({ store: reader, request, clock }: Call): Upload {
  const upload = uploads.get(reader, request.query.get('upload_id') ?? '');
  if (upload === undefined || clock.now() >= upload.expiresAt) refuseText(404, 'Not Found');
  const parameters = new URLSearchParams(request.query);
  parameters.sort();
  const right = new URLSearchParams({ part: upload.parts.join(','), upload_id: upload.id, uploadType: 'resumable' });
  right.sort();
  return parameters.toString() === right.toString() ? upload : refuseText(400, 'Invalid upload URI.');
}

function checkTotal({ sizeBytes, pieces }: Upload, total: number | undefined): void {
  if (sizeBytes === undefined && pieces.length === 0) return;
  if (total === undefined || total === sizeBytes) return;
  refuseText(400, `Invalid request. The total size ${total} is not the size announced before.`);
}

type Sent = { readonly upload: Upload; readonly range: ContentRange; readonly bytes: Buffer };

async function store(call: Call, person: Person, { upload, range, bytes }: Sent): Promise<Upload> {
  const before = storedBytes(upload);
  const total = range.total ?? upload.sizeBytes;
  checkBytes(range, bytes, { before, total });
  const fresh = bytes.subarray(before - range.first);
  const accepted = person.storesHalfParts ? fresh.subarray(0, halfOf(fresh.length)) : fresh;
  if (accepted.length === 0) return upload;
  const piece = await call.media.keep(accepted);
  const sizeBytes = total === undefined ? {} : { sizeBytes: total };
  return call.commit((tx) => {
    const now = uploads.get(tx, upload.id) ?? upload;
    if (now.pieces.length !== upload.pieces.length) refuseText(503, 'Another request is writing to this upload.');
    const grown = { ...now, ...sizeBytes, pieces: [...now.pieces, piece] };
    uploads.put(tx, upload.id, grown);
    return grown;
  });
}

const halfOf = (length: number): number => {
  const step = limits.partBytesStep;
  return length <= step ? length : Math.ceil(length / 2 / step) * step;
};

type UploadProgress = { readonly before: number; readonly total: number | undefined };

function checkBytes({ first, last }: ContentRange, bytes: Buffer, { before, total }: UploadProgress): void {
  const expected = last - first + 1;
  if (bytes.length !== expected) {
    const there = `There were ${bytes.length} byte(s) in the request body.`;
    refuseText(400, `Invalid request. ${there} There should have been ${expected} byte(s).`);
  }
  if (total !== undefined && last >= total) refuseText(400, 'Invalid request. The range ends behind the total size.');
  if (first > before) {
    refuseText(
      503,
      `Invalid request. The upload offset is ${first}, which exceeds already uploaded size of ${before}.`,
    );
  }
  const isLast = total !== undefined && last === total - 1;
  if (!isLast && expected % limits.partBytesStep !== 0) {
    refuseText(400, `Invalid request. The number of bytes must be a multiple of ${limits.partBytesStep}.`);
  }
}

function incomplete(upload: Upload): Reply {
  const count = storedBytes(upload);
  return { status: 308, headers: count === 0 ? {} : { range: `bytes=0-${count - 1}` }, body: '' };
}

function videoReply({ store: reader }: Call, { videoId = '', parts }: Upload, person: Person): Reply {
  const video = videos.get(reader, videoId);
  return video === undefined ? refuseText(404, 'Not Found') : json(200, videoView(video, person, parts));
}
