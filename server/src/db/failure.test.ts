import assert from 'node:assert/strict';
import { test } from 'node:test';
import { AppError } from '../kernel/errors.ts';
import { databaseFailure, isRepeatable, violates } from './failure.ts';

const withCode = (code: string) => Object.assign(new Error('from the driver'), { code });

test('maps an unreachable database to unavailable and keeps the cause', () => {
  const states = ['08006', '08001', '57P01', '57P03', '57014', '53300', '0A000', '25006', '25P03'];
  const systemCodes = ['ECONNREFUSED', 'ECONNRESET', 'EPIPE', 'ETIMEDOUT', 'ENOTFOUND', 'EAI_AGAIN'];
  for (const code of [...states, ...systemCodes]) {
    const cause = withCode(code);
    const failure = databaseFailure(cause);
    assert.ok(failure instanceof AppError, code);
    assert.equal(failure.code, 'unavailable');
    assert.equal(failure.details.retryAfterSeconds, 1);
    assert.equal(failure.cause, cause);
  }
});

test('returns insufficientStorage when the disk of the database is full and keeps the cause', () => {
  const cause = withCode('53100');
  const failure = databaseFailure(cause);
  assert.ok(failure instanceof AppError);
  assert.equal(failure.code, 'insufficientStorage');
  assert.equal(failure.cause, cause);
  assert.equal(databaseFailure(failure), failure, 'an outer transaction does not wrap it again');
});

test('maps driver errors without a code to unavailable', () => {
  const messages = [
    'Connection terminated unexpectedly',
    'Query read timeout',
    'timeout exceeded when trying to connect',
    'Client has encountered a connection error and is not queryable',
  ];
  for (const message of messages) assert.ok(databaseFailure(new Error(message)) instanceof AppError, message);
});

test('passes every other error unchanged', () => {
  for (const error of [withCode('23505'), withCode('42P01'), withCode('22021'), new Error('bug'), 'text', undefined]) {
    assert.equal(databaseFailure(error), error);
  }
});

test('repeats only deadlocks and serialization failures', () => {
  assert.equal(isRepeatable(withCode('40P01')), true);
  assert.equal(isRepeatable(withCode('40001')), true);
  for (const error of [withCode('23505'), withCode('57014'), new Error('bug'), undefined]) {
    assert.equal(isRepeatable(error), false);
  }
});

test('recognizes a violation by its constraint name', () => {
  const error = Object.assign(withCode('23505'), { constraint: 'profiles_slug_key' });
  assert.equal(violates(error, 'profiles_slug_key'), true);
  assert.equal(violates(error, 'profiles_pkey'), false);
  assert.equal(violates(new Error('bug'), 'profiles_slug_key'), false);
});
