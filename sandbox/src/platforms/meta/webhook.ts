import { createHmac } from 'node:crypto';
import type { WebhookSender } from '../../core/webhooks/webhook-events.ts';

const challenge = '1158201444';

export function metaWebhook(clientSecret: string, verifyToken: string): WebhookSender {
  const digest = (algorithm: 'sha1' | 'sha256', body: string): string =>
    `${algorithm}=${createHmac(algorithm, clientSecret).update(body).digest('hex')}`;
  return {
    sign: (body) => ({
      'x-hub-signature': digest('sha1', body),
      'x-hub-signature-256': digest('sha256', body),
    }),
    handshake: () => ({
      query: { 'hub.mode': 'subscribe', 'hub.challenge': challenge, 'hub.verify_token': verifyToken },
      expected: challenge,
    }),
  };
}

/** Meta escapes slashes and everything outside of ASCII. */
export function metaJson(value: unknown): string {
  return JSON.stringify(value)
    .replaceAll('/', '\\/')
    .replaceAll(/[\u007f-\uffff]/g, (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`);
}
