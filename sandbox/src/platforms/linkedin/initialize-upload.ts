import type { Call, Route } from '../../core/platform.ts';
import { json } from '../../core/wire/reply.ts';
import { assets, assetUrn, partRanges, type Asset, type AssetKind } from './assets.ts';
import { refuse, refuseInput } from './errors.ts';
import { limits, scopes } from './limits.ts';
import { personUrn } from './persons.ts';
import { readRecord, readUrn } from './records.ts';
import { jsonBody, restRoute, type Caller } from './rest-route.ts';

export const initializeImage = initialization('image', 'initializeImage');
export const initializeDocument = initialization('document', 'initializeDocument');

function initialization(kind: 'image' | 'document', operation: string): Route {
  return restRoute({
    method: 'POST',
    path: `/${kind}s?action=initializeUpload`,
    operation,
    scope: scopes.publish,
    resource: `${kind}s.ACTION-initializeUpload`,
    query: {},
    handle: (call, caller) => {
      const { owner } = readRecord(requestOf(call), { owner: 'string!' }, '/initializeUploadRequest');
      checkOwner(caller, kind, owner);
      const asset = makeAsset(call, caller, { kind });
      const { uploadUrlsExpireAt: uploadUrlExpiresAt } = asset;
      return json(200, { value: { uploadUrlExpiresAt, uploadUrl: uploadUrl(asset), [kind]: assetUrn(asset) } });
    },
  });
}

const videoRequest = {
  owner: 'string!',
  fileSizeBytes: 'integer!',
  uploadCaptions: 'boolean',
  uploadThumbnail: 'boolean',
} as const;

export const initializeVideo = restRoute({
  method: 'POST',
  path: '/videos?action=initializeUpload',
  operation: 'initializeVideo',
  scope: scopes.publish,
  resource: 'videos.ACTION-initializeUpload',
  query: {},
  handle: (call, caller) => {
    const request = readRecord(requestOf(call), videoRequest, '/initializeUploadRequest');
    checkOwner(caller, 'video', request.owner);
    if (request.uploadCaptions === true || request.uploadThumbnail === true) {
      refuseInput({ code: 'INVALID_VALUE_FOR_FIELD', description: 'Captions and thumbnails are not supported here' });
    }
    const sizeBytes = request.fileSizeBytes;
    if (sizeBytes < 1 || sizeBytes > limits.videoBytes) {
      const description = `The file size must be between 1 and ${limits.videoBytes} bytes`;
      refuseInput({ code: 'INVALID_VALUE_FOR_FIELD', description, field: 'initializeUploadRequest/fileSizeBytes' });
    }
    const ranges = partRanges(sizeBytes);
    const uploadToken = ranges.length > 1 ? call.random.text(40) : '';
    const asset = makeAsset(call, caller, { kind: 'video', sizeBytes, uploadToken });
    const uploadInstructions = ranges.map((range, part) => ({ uploadUrl: uploadUrl(asset, part), ...range }));
    const { uploadUrlsExpireAt } = asset;
    return json(200, { value: { uploadUrlsExpireAt, video: assetUrn(asset), uploadInstructions, uploadToken } });
  },
});

function requestOf(call: Call): unknown {
  return readRecord(jsonBody(call), { initializeUploadRequest: 'object!' }).initializeUploadRequest;
}

function checkOwner({ person }: Caller, kind: AssetKind, owner: string): void {
  readUrn(owner, ['person', 'organization'], '/initializeUploadRequest/owner');
  if (owner === personUrn(person)) return;
  const message = `Accessing this ${kind} resource is forbidden. Please check your permissions for this resource`;
  refuse({ status: 403, message });
}

function makeAsset(
  call: Call,
  { person }: Caller,
  more: Pick<Asset, 'kind'> & Partial<Pick<Asset, 'sizeBytes' | 'uploadToken'>>,
): Asset {
  const asset: Asset = {
    id: `D4E${call.random.text(15)}`,
    ownerId: person.id,
    uploadSecret: call.random.text(16),
    uploadUrlsExpireAt: call.clock.now() + limits.uploadUrlMs,
    uploadToken: '',
    parts: {},
    ...more,
  };
  call.commit((tx) => assets.put(tx, asset.id, asset));
  return asset;
}

function uploadUrl({ id, kind, uploadSecret }: Asset, part = 0): string {
  return `https://www.linkedin.com/dms-uploads/sp/${id}/uploaded-${kind}/${part}?ut=${uploadSecret}&sync=0&v=beta`;
}
