import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Caller } from '../../domain/context.ts';
import { requirePermission } from './permission.ts';
import type { Access } from '../route.ts';

type Key = Extract<Caller, { kind: 'key' }>;

const full: Key = {
  kind: 'key',
  ownerId: 'usr_1',
  keyId: 'key_1',
  permission: 'read-write',
  profiles: 'all',
  budget: null,
};
const limited: Key = { ...full, profiles: new Set(['prf_1']) };
const bereft: Key = { ...full, profiles: new Set() };
const readOnly = (key: Key): Key => ({ ...key, permission: 'read' });
const system: Caller = { kind: 'system', ownerId: 'usr_1' };

function outcome(caller: Caller, access: Access): string {
  try {
    requirePermission(caller, access);
    return 'passes';
  } catch (error) {
    return (error as { code: string }).code;
  }
}

test('every key may read', () => {
  for (const key of [full, limited, bereft, readOnly(full), readOnly(limited), readOnly(bereft)]) {
    assert.equal(outcome(key, 'read'), 'passes');
  }
});

test('writes require a read-write key', () => {
  for (const access of ['write', 'write-all'] as const) {
    assert.equal(outcome(full, access), 'passes');
    for (const key of [full, limited, bereft]) assert.equal(outcome(readOnly(key), access), 'permissionRequired');
  }
});

test('a limited key may write, except where the write concerns all profiles', () => {
  assert.equal(outcome(limited, 'write'), 'passes');
  assert.equal(outcome(limited, 'write-all'), 'permissionRequired');
});

test('rejects writes of a limited key without profiles as forbidden', () => {
  assert.equal(outcome(bereft, 'write'), 'forbidden');
  assert.equal(outcome(bereft, 'write-all'), 'permissionRequired');
});

test('the system caller passes every check', () => {
  for (const access of ['read', 'write', 'write-all'] as const) assert.equal(outcome(system, access), 'passes');
});
