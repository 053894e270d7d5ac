import assert from 'node:assert/strict';
import { test } from 'node:test';
import {
  choiceSetting,
  cidrsSetting,
  integerSetting,
  SettingFault,
  textSetting,
  urlSetting,
  type Setting,
} from './setting.ts';

const basics = { name: 'HERALD_THING', about: 'A thing.', fallback: undefined };

function assertRefused(setting: Setting<unknown>, text: string, reason: RegExp): void {
  const value = setting.parse(text);
  assert.ok(value instanceof SettingFault, `"${text}" was taken`);
  assert.match(value.reason, reason);
}

test('a text setting keeps its value, or must match its pattern', () => {
  assert.equal(textSetting(basics).parse(' any text '), ' any text ');
  const hex = textSetting({ ...basics, pattern: /^[0-9a-f]+$/, hint: 'must be hexadecimal' });
  assert.equal(hex.parse('00ff'), '00ff');
  assertRefused(hex, '00FF', /^must be hexadecimal$/);
});

test('an integer setting accepts only digits within its bounds', () => {
  const port = integerSetting({ ...basics, min: 1, max: 65_535 });
  assert.equal(port.parse('1'), 1);
  assert.equal(port.parse('65535'), 65_535);
  for (const text of ['0', '65536', '-1', '1.5', '1e3', '0x10', ' 80', '80 ', 'http', '9999999999']) {
    assertRefused(port, text, /^must be a whole number from 1 to 65535$/);
  }
});

test('a choice setting accepts only its exact choices', () => {
  const env = choiceSetting({ ...basics, choices: ['development', 'production'] });
  assert.equal(env.parse('production'), 'production');
  for (const text of ['Production', 'prod', ' production']) {
    assertRefused(env, text, /^must be one of development, production$/);
  }
});

test('a CIDR list is comma-separated, and the error names the invalid entry', () => {
  const proxies = cidrsSetting(basics);
  assert.deepEqual(proxies.parse('10.0.0.0/8, ::1 ,192.0.2.7'), ['10.0.0.0/8', '::1', '192.0.2.7']);
  assertRefused(proxies, '10.0.0.0/8,10.0.0.0/99', /"10\.0\.0\.0\/99"/);
  assertRefused(proxies, '10.0.0.0/8,', /""/);
});

test('a URL setting must use one of its protocols', () => {
  const database = urlSetting({ ...basics, protocols: ['postgres:', 'postgresql:'] });
  assert.equal(database.parse('postgres://user:word@host/name'), 'postgres://user:word@host/name');
  for (const text of ['mysql://host', 'host/name', '//host', 'nonsense']) {
    assertRefused(database, text, /^must be a URL that begins with postgres:\/\/ or postgresql:\/\/$/);
  }
});

test('an origin setting accepts only scheme, host and port and drops the trailing slash', () => {
  const origin = urlSetting({ ...basics, protocols: ['https:', 'http:'], originOnly: true });
  assert.equal(origin.parse('https://Herald.example/'), 'https://herald.example');
  assert.equal(origin.parse('http://localhost:4010'), 'http://localhost:4010');
  for (const tail of ['/path', '/?a=b', '/#top']) {
    assertRefused(origin, `https://herald.example${tail}`, /scheme, host and port only/);
  }
  assertRefused(origin, 'https://user@herald.example', /scheme, host and port only/);
});
