import { createHmac, createSecretKey, type KeyObject } from 'node:crypto';

type Signed = { secret: string; timestamp: number; body: Uint8Array };

/** `X-Service-Signature`: HMAC-SHA256 over `<timestamp>.<body>`, keyed with the secret's text. */
export function serviceSignature({ secret, timestamp, body }: Signed): string {
  return `v1=${createHmac('sha256', secret).update(`${timestamp}.`).update(body).digest('hex')}`;
}

/** An entry of `webhook-signature` (Standard Webhooks), over `<id>.<timestamp>.<body>`. */
export function standardSignature({ id, secret, timestamp, body }: Signed & { id: string }): string {
  const digest = createHmac('sha256', standardKey(secret)).update(`${id}.${timestamp}.`).update(body);
  return `v1,${digest.digest('base64')}`;
}

const prefix = 'whsec_';
const paddedBase64 = /^(?:[A-Za-z0-9+/]{4})*(?:[A-Za-z0-9+/]{2}==|[A-Za-z0-9+/]{3}=)?$/;

/** Decodes like Standard Webhooks libraries; a secret in another format is used as text. */
function standardKey(secret: string): KeyObject | string {
  const rest = secret.startsWith(prefix) ? secret.slice(prefix.length) : '';
  return rest !== '' && paddedBase64.test(rest) ? createSecretKey(rest, 'base64') : secret;
}
