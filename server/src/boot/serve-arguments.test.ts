import assert from 'node:assert/strict';
import { test } from 'node:test';
import { StartFault } from '../kernel/start-fault.ts';
import { parseServeArguments } from './serve-arguments.ts';

test('without arguments the process has every role', () => {
  assert.deepEqual(parseServeArguments([]), { role: 'all' });
});

test('each role can be chosen, in both ways of writing', () => {
  for (const role of ['all', 'api', 'worker'] as const) {
    assert.deepEqual(parseServeArguments(['--role', role]), { role });
    assert.deepEqual(parseServeArguments([`--role=${role}`]), { role });
  }
});

test('anything else stops the start with what is possible and what was given', () => {
  for (const argv of [['--role', 'boss'], ['--role'], ['--role='], ['--port', '80'], ['worker'], ['--help']]) {
    assert.throws(
      () => parseServeArguments(argv),
      (error) => {
        assert.ok(error instanceof StartFault);
        assert.match(error.message, /--role all\|api\|worker/);
        assert.ok(error.message.endsWith(`Given: ${argv.join(' ')}`));
        return true;
      },
    );
  }
});
