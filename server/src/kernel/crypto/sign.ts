import { createHmac, createSecretKey, type KeyObject } from 'node:crypto';

type Signed = { secret: string; timestamp: number; body: Uint8Array };

/** The digest of `X-Service-Signature`: HMAC-SHA256 over `<timestamp>.<body>`, keyed with the secret's own text. */
export function serviceSignature({ secret, timestamp, body }: Signed): string {
  return `v1=${createHmac('sha256', secret).update(`${timestamp}.`).update(body).digest('hex')}`;
}

/** One entry of `webhook-signature` as Standard Webhooks has it, over `<id>.<timestamp>.<body>`. */
export function standardSignature({ id, secret, timestamp, body }: Signed & { id: string }): string {
  const digest = createHmac('sha256', standardKey(secret)).update(`${id}.${timestamp}.`).update(body);
  return `v1,${digest.digest('base64')}`;
}

const prefix = 'whsec_';
const paddedBase64 = /^(?:[A-Za-z0-9+/]{4})*(?:[A-Za-z0-9+/]{2}==|[A-Za-z0-9+/]{3}=)?$/;

/** What stock libraries make of a secret, where it is one of theirs; else its text, which as such is the quickest key. */
function standardKey(secret: string): KeyObject | string {
  const rest = secret.startsWith(prefix) ? secret.slice(prefix.length) : '';
  return rest !== '' && paddedBase64.test(rest) ? createSecretKey(rest, 'base64') : secret;
}
