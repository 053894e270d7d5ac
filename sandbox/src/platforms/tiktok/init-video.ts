import type { Call, Route } from '../../core/platform.ts';
import type { Parameters } from '../../core/wire/parameters.ts';
import { apiRoute, jsonBody, readBody } from './api-route.ts';
import { refuseParameter, uploadHost } from './errors.ts';
import { limits, scopes } from './limits.ts';
import type { Person } from './persons.ts';
import { readVideoInfo } from './post-info.ts';
import { publications, type Publication } from './publications.ts';
import { checkSpam } from './spam.ts';

const sourceShape = {
  source: 'string!',
  video_size: 'integer!',
  chunk_size: 'integer!',
  total_chunk_count: 'integer!',
} as const;

export const initVideo: Route = apiRoute({
  method: 'POST',
  path: '/post/publish/video/init/',
  operation: 'initVideo',
  scopes: [scopes.publish],
  rate: 'init',
  handle: (call, { person }) => {
    const body = readBody(call, jsonBody(call), { post_info: 'object!', source_info: 'object!' } as const);
    const info = readVideoInfo(call, person, body.post_info);
    return begin(call, person, { ...info, isDraft: false, source: readSource(call, body.source_info) });
  },
});

/** The creator writes the text of a draft. */
export const initVideoDraft: Route = apiRoute({
  method: 'POST',
  path: '/post/publish/inbox/video/init/',
  operation: 'initVideoDraft',
  scopes: [scopes.upload],
  rate: 'init',
  handle: (call, { person }) => {
    const body = readBody(call, jsonBody(call), { source_info: 'object!' } as const);
    return begin(call, person, {
      title: '',
      description: '',
      isDraft: true,
      source: readSource(call, body.source_info),
    });
  },
});

type Source = Parameters<typeof sourceShape>;

function readSource(call: Call, value: unknown): Source {
  const source = readBody(call, value, sourceShape, 'source_info');
  if (source.source !== 'FILE_UPLOAD') refuseParameter(call, 'source_info.source must be FILE_UPLOAD here');
  const { video_size: size, chunk_size: chunk, total_chunk_count: count } = source;
  if (size < 1 || size > limits.videoBytes) refuseParameter(call, 'source_info.video_size is not supported');
  const isWhole = size <= limits.chunkBytesMax && chunk === size;
  const isSplit = chunk >= limits.chunkBytesMin && chunk <= limits.chunkBytesMax && chunk <= size;
  if (!isWhole && (!isSplit || size < limits.chunkBytesMin)) {
    refuseParameter(call, 'source_info.chunk_size is not supported');
  }
  if (count !== Math.floor(size / chunk) || count > limits.chunksMax) {
    refuseParameter(call, 'The total chunk count is invalid');
  }
  return source;
}

type Begun = Pick<Publication, 'title' | 'description' | 'isDraft' | 'privacyLevel'> & { readonly source: Source };

function begin(call: Call, person: Person, { source, ...info }: Begun): object {
  checkSpam(call, person, info.isDraft);
  const now = call.clock.now();
  const upload = {
    id: call.random.digits(19),
    token: call.random.text(32),
    expiresAt: now + limits.uploadUrlMs,
    sizeBytes: source.video_size,
    chunkBytes: source.chunk_size,
    chunkCount: source.total_chunk_count,
    chunks: [],
  };
  const publication: Publication = {
    ...info,
    publishId: `v_${info.isDraft ? 'inbox' : 'pub'}_file~v2-1.${call.random.digits(19)}`,
    openId: person.openId,
    kind: 'video',
    createdAt: now,
    files: [],
    upload,
  };
  call.commit((tx) => publications.put(tx, publication.publishId, publication));
  return {
    publish_id: publication.publishId,
    upload_url: `https://${uploadHost}/video/?upload_id=${upload.id}&upload_token=${upload.token}`,
  };
}
