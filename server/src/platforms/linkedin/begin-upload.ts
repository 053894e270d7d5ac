import { Type } from 'typebox';
import type { Media, MediaType } from '../adapter.ts';
import { responseReader } from '../shared/response-reader.ts';
import { jsonBody } from '../shared/bodies.ts';
import type { LinkedinAccountCall } from './call.ts';
import { callRest, uploadAddress, type LinkedinFailure } from './client.ts';
import type { Asset, Part } from './publish-state.ts';
import { authorUrn } from './urns.ts';

type Kind = 'image' | 'video' | 'document';

const kinds: Readonly<Record<MediaType, Kind>> = { image: 'image', gif: 'image', video: 'video', document: 'document' };

const Urn = Type.Optional(Type.String({ pattern: '^urn:li:(image|video|document):[\\w-]{1,200}$' }));
const Instruction = Type.Object({
  uploadUrl: Type.String(),
  firstByte: Type.Integer({ minimum: 0 }),
  lastByte: Type.Integer({ minimum: 0 }),
});
const read = responseReader(
  Type.Object({
    value: Type.Object({
      image: Urn,
      video: Urn,
      document: Urn,
      uploadUrl: Type.Optional(Type.String()),
      uploadToken: Type.Optional(Type.String({ maxLength: 8192 })),
      uploadInstructions: Type.Optional(Type.Array(Instruction, { minItems: 1, maxItems: 10_000 })),
    }),
  }),
);

export async function beginUpload(
  call: LinkedinAccountCall,
  media: Media,
): Promise<{ kind: 'asset'; asset: Asset } | LinkedinFailure> {
  const kind = kinds[media.type];
  const owner = authorUrn(call);
  const video = { fileSizeBytes: media.sizeBytes, uploadCaptions: false, uploadThumbnail: false };
  const reply = await callRest(call, {
    path: `${kind}s`,
    method: 'POST',
    query: { action: 'initializeUpload' },
    body: jsonBody({ initializeUploadRequest: kind === 'video' ? { owner, ...video } : { owner } }),
  });
  if (reply.kind !== 'ok') return reply;
  const { value } = read(reply.json) ?? {};
  const urn = value?.[kind];
  const instructions = value?.uploadInstructions ?? [
    { uploadUrl: value?.uploadUrl, firstByte: 0, lastByte: media.sizeBytes - 1 },
  ];
  const parts = toParts(call, media, instructions);
  if (urn === undefined || parts === undefined) return { kind: 'lost', reason: 'the response has no upload URL' };
  const uploadToken = value?.uploadToken ?? '';
  return { kind: 'asset', asset: { urn, parts, etags: [], uploadToken, isFinalized: false, isDone: false } };
}

type UploadInstruction = { uploadUrl: string | undefined; firstByte: number; lastByte: number };

/** Undefined unless the parts cover the whole file once and in order. */
function toParts(
  call: LinkedinAccountCall,
  { sizeBytes }: Media,
  instructions: readonly UploadInstruction[],
): Part[] | undefined {
  const parts: Part[] = [];
  for (const { uploadUrl, firstByte, lastByte } of instructions) {
    const url = uploadAddress(call, uploadUrl);
    if (url === undefined || firstByte !== (parts.at(-1)?.end ?? 0) || lastByte < firstByte) return undefined;
    parts.push({ url, start: firstByte, end: lastByte + 1 });
  }
  return parts.at(-1)?.end === sizeBytes ? parts : undefined;
}
