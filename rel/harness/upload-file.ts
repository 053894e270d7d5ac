import type { Api, User } from './testbed.ts';

type File = { name: string; contentType: string; bytes: Buffer };

/** 60 × 48 pixels of one colour. */
export const imageFile: File = {
  name: 'image.jpg',
  contentType: 'image/jpeg',
  bytes: Buffer.from(
    '/9j/2wBDABQODxIPDRQSEBIXFRQYHjIhHhwcHj0sLiQySUBMS0dARkVQWnNiUFVtVkVGZIhlbXd7gYKBTmCNl4x9lnN+gXz/2wBDARUXFx4aHjshITt8U0ZTfHx8fHx8fHx8fHx8fHx8fHx8fHx8fHx8fHx8fHx8fHx8fHx8fHx8fHx8fHx8fHx8fHz/wAARCAAwADwDASIAAhEBAxEB/8QAFQABAQAAAAAAAAAAAAAAAAAAAAL/xAAUEAEAAAAAAAAAAAAAAAAAAAAA/8QAFQEBAQAAAAAAAAAAAAAAAAAAAAT/xAAUEQEAAAAAAAAAAAAAAAAAAAAA/9oADAMBAAIRAxEAPwCgFyQAAAAAAAAAAAAAAAAAAAAAB//Z',
    'base64',
  ),
};
/** Five seconds, with a single unreadable frame. */
export const videoFile: File = {
  name: 'video.mp4',
  contentType: 'video/mp4',
  bytes: Buffer.from(
    'AAAAIGZ0eXBpc29tAAACAGlzb21pc28yYXZjMW1wNDEAAAI/bW9vdgAAAGxtdmhkAAAAAAAAAAAAAAAAAAAD6AAAE4gAAQAAAQAAAAAAAAAAAAAAAAEAAAAAAAAAAAAAAAAAAAABAAAAAAAAAAAAAAAAAABAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAgAAAct0cmFrAAAAXHRraGQAAAAHAAAAAAAAAAAAAAABAAAAAAAAE4gAAAAAAAAAAAAAAAAAAAAAAAEAAAAAAAAAAAAAAAAAAAABAAAAAAAAAAAAAAAAAABAAAAAAtAAAAUAAAAAAAFnbWRpYQAAACBtZGhkAAAAAAAAAAAAAAAAAAAD6AAAE4hVxAAAAAAAJmhkbHIAAAAAAAAAAHZpZGUAAAAAAAAAAAAAAAB2aWRlbwAAAAEZbWluZgAAABR2bWhkAAAAAQAAAAAAAAAAAAAAJGRpbmYAAAAcZHJlZgAAAAAAAAABAAAADHVybCAAAAABAAAA2XN0YmwAAAB1c3RzZAAAAAAAAAABAAAAZWF2YzEAAAAAAAAAAQAAAAAAAAAAAAAAAAAAAAAC0AUAAEgAAABIAAAAAAAAAAEAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAY//8AAAAPYXZjQwFCAB//4AAAAAAYc3R0cwAAAAAAAAABAAAAAQAAE4gAAAAcc3RzYwAAAAAAAAABAAAAAQAAAAEAAAABAAAAFHN0c3oAAAAAAAAACQAAAAEAAAAUc3RjbwAAAAAAAAABAAACZwAAABFtZGF0AAAABWVmaWxt',
    'base64',
  ),
};

type UploadedFile = { key: string; url: string };

export async function uploadFile(api: Api, user: User, { name, contentType, bytes }: File): Promise<UploadedFile> {
  const announced = { filename: name, contentType, size: bytes.length };
  const { body } = await api.call<{ uploadUrl: string; publicUrl: string; key: string }>(
    ...([user, 'POST', '/v1/media/presign', announced] as const),
  );
  const headers = { 'content-type': contentType };
  const response = await fetch(reachable(api, body.uploadUrl), { method: 'PUT', headers, body: new Uint8Array(bytes) });
  if (!response.ok) throw new Error(`${name} was not uploaded: ${response.status} ${await response.text()}`);
  return { key: body.key, url: body.publicUrl };
}

/** Maps Herald's public URL to its port; URLs of a local S3 server stay as they are. */
function reachable({ baseUrl }: Api, uploadUrl: string): string {
  const { hostname, pathname } = new URL(uploadUrl);
  return hostname === '127.0.0.1' ? uploadUrl : `${baseUrl}${pathname}`;
}

export async function uploadAsForm({ baseUrl }: Api, { key }: User, file: File): Promise<number> {
  const form = new FormData();
  form.set('file', new Blob([new Uint8Array(file.bytes)], { type: file.contentType }), file.name);
  const headers = { authorization: `Bearer ${key}` };
  const response = await fetch(`${baseUrl}/v1/media/upload-direct`, { method: 'POST', headers, body: form });
  await response.arrayBuffer();
  return response.status;
}
