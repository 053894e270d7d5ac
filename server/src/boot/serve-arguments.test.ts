import assert from 'node:assert/strict';
import { test } from 'node:test';
import { StartFault } from '../kernel/start-fault.ts';
import { parseServeArguments } from './serve-arguments.ts';

test('runs every role without arguments', () => {
  assert.deepEqual(parseServeArguments([]), { role: 'all' });
});

test('accepts each role in both notations', () => {
  for (const role of ['all', 'api', 'worker'] as const) {
    assert.deepEqual(parseServeArguments(['--role', role]), { role });
    assert.deepEqual(parseServeArguments([`--role=${role}`]), { role });
  }
});

test('rejects anything else, naming the options and the input', () => {
  for (const argv of [['--role', 'boss'], ['--role'], ['--role='], ['--port', '80'], ['worker'], ['--help']]) {
    assert.throws(
      () => parseServeArguments(argv),
      (error) => {
        assert.ok(error instanceof StartFault);
        assert.match(error.message, /--role all\|api\|worker/);
        assert.ok(error.message.startsWith(`The arguments are not valid: ${argv.join(' ')}. `));
        return true;
      },
    );
  }
});
