// Each file is a suite of its own, so that its hooks run before the next file starts.
import assert from 'node:assert/strict';
import { after, afterEach, beforeEach, describe } from 'node:test';
import { pathToFileURL } from 'node:url';
import { fileState } from '../../server/test/file-state.ts';
import { keepLog } from './reporter.ts';

process.on('message', (file: string) => {
  if (file === '') leave();
  else runFile(file);
});

/** Prints open resources for the runner if the process does not exit within a few seconds. */
function leave(): void {
  process.disconnect();
  setTimeout(() => console.error(`open: ${process.getActiveResourcesInfo().join(', ')}`), 5000).unref();
}

function runFile(file: string): void {
  const [environment, folder] = [{ ...process.env }, process.cwd()];
  fileState.apps = 0;
  describe(file, async () => {
    beforeEach(() => void fileState.log.splice(0));
    afterEach((context) => {
      if ('passed' in context && !context.passed) keepLog(context.name, fileState.log);
    });
    await import(pathToFileURL(file).href);
    // Runs after the hooks of the file, which restore their changes.
    after(() => {
      assert.deepEqual(changedNames(environment), [], 'the file left environment variables changed');
      assert.equal(process.cwd(), folder, 'the file left another working directory');
    });
  });
}

/** Set by sharp. */
const setByLibraries = ['VIPSHOME'];

/** Only names: values may be secrets. */
function changedNames(before: NodeJS.ProcessEnv): string[] {
  const names = new Set([...Object.keys(before), ...Object.keys(process.env)]);
  return [...names].filter((name) => !setByLibraries.includes(name) && process.env[name] !== before[name]);
}
