import assert from 'node:assert/strict';
import { test } from 'node:test';
import { bannerText } from './banner.ts';
import type { CreatedUser } from '../domain/users/create-user.ts';

const key = `hrd_live_${'a'.repeat(64)}`;
const firstUser = { apiKey: { key } } as CreatedUser;
const facts = {
  baseUrl: 'http://127.0.0.1:4010',
  dataFolder: undefined,
  hasSandbox: false,
  warnings: [],
};

test('prints a generated key, and never the key that the operator chose', () => {
  assert.ok(bannerText({ ...facts, firstUser, isKeyChosen: false }).includes(key));
  const chosen = bannerText({ ...facts, firstUser, isKeyChosen: true });
  assert.ok(!chosen.includes(key));
  assert.match(chosen, /HERALD_API_KEY/);
  const later = bannerText({ ...facts, firstUser: undefined, isKeyChosen: false });
  assert.match(later, /npx herald key create/);
});
