// Checks that the text of every mutant occurs once, that its case exists, and that the planted bug has no type error, because
// one that names a missing property would do nothing and never be detected.
import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import ts from 'typescript';
import { mutants, type Mutant } from '../rel/mutants.ts';
import { suites } from '../rel/suites/index.ts';

const cases = new Set(suites.flatMap(({ name, cases }) => cases.map(({ id }) => `${name} ${id}`)));
const checkTypes = createTypeCheck();

const faults = mutants.flatMap((mutant) => {
  const { suite, name, case: id, file, find } = mutant;
  const count = readFileSync(file, 'utf8').split(find).length - 1;
  return [
    ...(count === 1 ? [] : [`${suite}: the text of "${name}" occurs ${count} times in ${file}`]),
    ...(cases.has(`${suite} ${id}`) ? [] : [`${suite}: the case ${id} of "${name}" does not exist`]),
    ...(file.endsWith('.ts') ? checkTypes(mutant).map((error) => `${suite}: "${name}": ${error}`) : []),
  ];
});
for (const fault of faults) console.error(fault);
process.exitCode = faults.length === 0 ? 0 : 1;

function createTypeCheck(): (mutant: Mutant) => string[] {
  const { fileNames, options } = ts.parseJsonConfigFileContent(
    ts.readConfigFile('tsconfig.json', (path) => readFileSync(path, 'utf8')).config,
    ts.sys,
    '.',
  );
  const planted = new Map<string, string>();
  const service = ts.createLanguageService({
    getCompilationSettings: () => ({ ...options, noUnusedLocals: false, noUnusedParameters: false }),
    getCurrentDirectory: () => process.cwd(),
    getDefaultLibFileName: ts.getDefaultLibFilePath,
    getScriptFileNames: () => fileNames,
    getScriptVersion: (path) => planted.get(path) ?? '',
    getScriptSnapshot: (path) => {
      const text = planted.get(path) ?? ts.sys.readFile(path);
      return text === undefined ? undefined : ts.ScriptSnapshot.fromString(text);
    },
    fileExists: (path) => ts.sys.fileExists(path),
    readFile: (path) => ts.sys.readFile(path),
    directoryExists: (path) => ts.sys.directoryExists(path),
  });
  return ({ file, find, replace }) => {
    const path = resolve(file);
    planted.set(
      path,
      readFileSync(file, 'utf8').replace(find, () => replace),
    );
    const errors = [...service.getSyntacticDiagnostics(path), ...service.getSemanticDiagnostics(path)];
    planted.delete(path);
    return errors.map(({ messageText }) => ts.flattenDiagnosticMessageText(messageText, ' '));
  };
}
