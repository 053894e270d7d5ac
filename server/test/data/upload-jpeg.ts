import sharp from 'sharp';
import type { TestUser } from '../harness.ts';

/** The app must listen. */
export async function uploadJpeg({ call }: TestUser): Promise<string> {
  const contentType = 'image/jpeg';
  const { body } = await call('POST', '/v1/media/presign', { body: { filename: 'picture', contentType } });
  const square = { width: 400, height: 400, channels: 3, background: '#39c' } as const;
  const bytes = new Uint8Array(await sharp({ create: square }).jpeg().toBuffer());
  await fetch(body.uploadUrl, { method: 'PUT', headers: { 'content-type': contentType }, body: bytes });
  return body.publicUrl;
}
