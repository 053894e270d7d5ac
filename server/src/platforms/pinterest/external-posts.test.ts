import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { CallAccount } from '../adapter.ts';
import { fakeCall, jsonReply } from '../shared/test/fake-call.ts';
import { pinterest } from './index.ts';

const account: CallAccount = {
  ...{ providerAccountId: '1', username: 'ada', grantedScopes: [], state: {} },
  tokens: { accessToken: 'AT', isRefreshable: true },
};
const missing = { kind: 'post', post: undefined };

async function requestsFor(url: string, reply = jsonReply({ code: 50, message: 'Pin not found.' }, 404)) {
  const { hosts } = pinterest;
  const { call, sent } = fakeCall({ account, hosts, apiVersion: 'v5', respond: () => reply });
  const result = await pinterest.externalPosts?.find(call, { url });
  return { result, urls: sent.map((request) => request.url) };
}

test('finds the ID in the URLs of every country', async () => {
  const urls = [
    'https://www.pinterest.com/pin/123/',
    'https://pinterest.co.uk/pin/123',
    'https://www.pinterest.com.au/pin/123?mt=login',
    'https://de.pinterest.com/pin/123/#top',
    'https://www.pinterest.de/pin/a-cake-with-9-candles--123/',
  ];
  for (const url of urls) {
    assert.deepEqual(await requestsFor(url), { result: missing, urls: ['https://api.pinterest.com/v5/pins/123'] }, url);
  }
});

test('reads nothing for URLs of other pages and hosts', async () => {
  const urls = [
    'https://www.pinterest.com/ada/',
    'https://www.pinterest.com/pin/123/edit',
    'https://www.pinterest.com.evil.example/pin/123/',
    'https://notpinterest.com/pin/123/',
    'http://www.pinterest.com/pin/123/',
  ];
  for (const url of urls) assert.deepEqual(await requestsFor(url), { result: missing, urls: [] }, url);
});

test('returns no pin of another account, whether Pinterest refuses it or not', async () => {
  const url = 'https://www.pinterest.com/pin/123/';
  const pin = { id: '123', created_at: '2026-09-01T00:00:00', is_owner: false };
  assert.deepEqual((await requestsFor(url, jsonReply(pin))).result, missing);
  const forbidden = jsonReply({ code: 29, message: 'You are not permitted to access that resource.' }, 403);
  assert.deepEqual((await requestsFor(url, forbidden)).result, missing);
  const trial = jsonReply({ code: 29, message: 'Apps with Trial access may not do this.' }, 403);
  assert.equal((await requestsFor(url, trial)).result?.kind, 'appProblem');
});
