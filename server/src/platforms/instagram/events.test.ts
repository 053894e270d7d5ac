import assert from 'node:assert/strict';
import { test } from 'node:test';
import { events } from './events.ts';

const account = '17841400000000001';
const at = Date.parse('2026-03-02T09:00:00Z');

test('the echo of a message with link buttons keeps its text and has no attachment', () => {
  const buttons = [{ type: 'web_url', url: 'https://shop.example/', title: 'Open' }];
  const template = { type: 'template', payload: { template_type: 'button', text: 'Look', buttons } };
  const message = { mid: 'aWdfbQ==', text: 'Look', attachments: [template], is_echo: true };
  const messaging = { sender: { id: account }, recipient: { id: '7001' }, timestamp: at, message };
  const read = events.read({ object: 'instagram', entry: [{ id: account, time: at, messaging: [messaging] }] });
  assert.partialDeepStrictEqual(read, [
    {
      kind: 'message',
      providerAccountId: account,
      personId: '7001',
      message: { id: 'aWdfbQ==', createdAt: new Date(at), isOutgoing: true, text: 'Look' },
    },
  ]);
  assert.deepEqual(read[0]?.kind === 'message' && read[0].message.attachments, []);
});
