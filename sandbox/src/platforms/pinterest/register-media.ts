import type { Call } from '../../core/platform.ts';
import { json } from '../../core/wire/reply.ts';
import { apiRoute, jsonBody, readRecord } from './api-route.ts';
import { refuseRequest, uploadHost } from './errors.ts';
import { limits, scopes } from './limits.ts';
import { keyOf, videos, type Video } from './videos.ts';

export const registerMedia = apiRoute({
  method: 'POST',
  path: '/media',
  operation: 'registerMedia',
  scopes: [scopes.readPins, scopes.writePins],
  query: {},
  handle: (call, { person }) => {
    const { media_type } = readRecord(jsonBody(call), { media_type: 'string!' });
    if (media_type !== 'video') refuseRequest(`'${media_type}' is not one of video`);
    const id = call.random.digits(19);
    const expiresAt = call.clock.now() + limits.uploadMs;
    const video: Video = { id, ownerId: person.id, parameters: parametersOf(call, id, expiresAt), expiresAt };
    call.commit((tx) => videos.put(tx, id, video));
    const upload_parameters = video.parameters;
    return json(201, { media_id: id, media_type, upload_url: `https://${uploadHost}/`, upload_parameters });
  },
});

function parametersOf({ clock, random }: Call, id: string, expiresAt: number): Record<string, string> {
  const stamp = `${new Date(clock.now()).toISOString().slice(0, 19).replaceAll(/[-:]/g, '')}Z`;
  const policy = { expiration: new Date(expiresAt).toISOString(), conditions: [{ key: keyOf(id) }] };
  return {
    'x-amz-date': stamp,
    'x-amz-signature': random.text(64, '0123456789abcdef'),
    'x-amz-security-token': random.text(120),
    'x-amz-algorithm': 'AWS4-HMAC-SHA256',
    key: keyOf(id),
    policy: Buffer.from(JSON.stringify(policy)).toString('base64'),
    'x-amz-credential': `ASIA${random.text(16, 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567')}/${stamp.slice(0, 8)}/us-east-1/s3/aws4_request`,
    'Content-Type': 'multipart/form-data',
  };
}
