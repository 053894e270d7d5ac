// Checks by text search that every exported name and every dependency occurs in another file.
import { globSync, readFileSync } from 'node:fs';

const files = globSync(['{server,sandbox,pages,scripts,e2e,bench,rel}/**/*.{ts,mjs}', '*.{js,cjs}'], {
  exclude: ['**/node_modules/**'],
});
const texts = new Map(files.map((file) => [file, readFileSync(file, 'utf8')]));
const manifests = ['package.json', 'server/package.json', 'sandbox/package.json', 'pages/package.json'].map(
  (file) => JSON.parse(readFileSync(file, 'utf8')) as Record<string, Record<string, string> | undefined>,
);
const scripts = JSON.stringify(manifests.map((manifest) => manifest['scripts']));

// Used without being imported.
const implicit = /^(@types\/.+|node|typescript)$/;

const faults = [...unusedExports(), ...unusedDependencies()];
for (const fault of faults) console.error(fault);
process.exitCode = faults.length === 0 ? 0 : 1;

function unusedExports(): string[] {
  return files.flatMap((file) => {
    const text = texts.get(file) ?? '';
    const names = [...text.matchAll(/^export (?:async )?(?:function|const|class|type) (\w+)/gm)].map(
      (match) => match[1] ?? '',
    );
    return names.filter((name) => !isUsedElsewhere(name, file)).map((name) => `${file}: ${name} is used nowhere else`);
  });
}

/** A name that only its own test uses must also be used in its own file. */
function isUsedElsewhere(name: string, home: string): boolean {
  const word = new RegExp(`\\b${name}\\b`, 'g');
  const ownTest = home.replace(/\.ts$/, '.test.ts');
  const isCalledAtHome = home.includes('/test/') || (texts.get(home)?.match(word)?.length ?? 0) > 1;
  return [...texts].some(
    ([file, text]) => file !== home && (file !== ownTest || isCalledAtHome) && text.match(word) !== null,
  );
}

function unusedDependencies(): string[] {
  const everything = [...texts.values(), scripts, readFileSync('scripts/check.ts', 'utf8')].join('\n');
  return manifests
    .flatMap((manifest) => [
      ...Object.keys(manifest['dependencies'] ?? {}),
      ...Object.keys(manifest['devDependencies'] ?? {}),
    ])
    .filter((name) => !implicit.test(name))
    .filter(
      (name) => !everything.includes(`'${name}'`) && !everything.includes(`'${name}/`) && !isProgram(name, everything),
    )
    .map((name) => `package.json: ${name} is used nowhere`);
}

function isProgram(name: string, everything: string): boolean {
  const program = name === 'dependency-cruiser' ? 'depcruise' : name;
  return everything.includes(`['${program}'`);
}
