import tseslint from 'typescript-eslint';

// The world enters through ctx. What is listed here would let it in elsewhere.
const ambient = [
  { selector: "NewExpression[callee.name='Date'][arguments.length=0]", message: 'Use ctx.clock.now().' },
  { selector: "MemberExpression[object.name='Date'][property.name='now']", message: 'Use ctx.clock.now().' },
  { selector: "MemberExpression[object.name='Math'][property.name='random']", message: 'Use ctx.random.' },
  {
    selector:
      'ImportDeclaration[source.value=/^(node:)?crypto$/] ImportSpecifier[imported.name=/^(random|webcrypto|getRandomValues)/]',
    message: 'Use ctx.random.',
  },
  {
    selector: "MemberExpression[object.name='crypto'][property.name=/^(random|getRandomValues)/]",
    message: 'Use ctx.random.',
  },
  {
    selector: "MemberExpression[object.name='process'][property.name='env']",
    message: 'Only config.ts reads the environment.',
  },
  { selector: 'CallExpression[callee.name=/^(setTimeout|setInterval)$/]', message: 'Use ctx.clock.sleep().' },
  { selector: "CallExpression[callee.name='fetch']", message: 'Use the guarded client.' },
  {
    selector:
      'ImportDeclaration[source.value=/^(node:)?(https?|timers|timers.promises)$/] ImportSpecifier[imported.name=/^(request|get|setTimeout|setInterval)$/]',
    message: 'Use the guarded client and ctx.clock.',
  },
  {
    selector: "MemberExpression[object.name='console']",
    message: 'Use ctx.log, or process.stdout for what a person reads.',
  },
];

const nonNull = { selector: 'TSNonNullExpression', message: 'Handle the missing case.' };
const defaultExport = { selector: 'ExportDefaultDeclaration', message: 'Named exports only.' };

const limits = {
  'max-lines': ['error', { max: 350 }],
  'max-lines-per-function': ['error', { max: 70 }],
  'max-params': ['error', { max: 4 }],
  'max-depth': ['error', { max: 4 }],
  complexity: ['error', { max: 12 }],
};

export default tseslint.config(
  { ignores: ['**/node_modules/**', 'data/**', 'reports/**', 'e2e/openapi-client/**'] },
  {
    files: ['**/*.ts'],
    extends: [tseslint.configs.recommendedTypeChecked],
    languageOptions: { parserOptions: { projectService: true, tsconfigRootDir: import.meta.dirname } },
    linterOptions: { reportUnusedDisableDirectives: 'error' },
    rules: {
      ...limits,
      '@typescript-eslint/no-floating-promises': 'error',
      '@typescript-eslint/switch-exhaustiveness-check': 'error',
      '@typescript-eslint/no-unnecessary-condition': 'error',
      '@typescript-eslint/consistent-type-imports': 'error',
      '@typescript-eslint/consistent-type-definitions': ['error', 'type'],
      '@typescript-eslint/explicit-module-boundary-types': 'off',
      '@typescript-eslint/require-await': 'off',
      // Our objects are records of functions; none of them uses `this`.
      '@typescript-eslint/unbound-method': 'off',
      '@typescript-eslint/restrict-template-expressions': ['error', { allowNumber: true }],
      '@typescript-eslint/no-unused-vars': ['error', { argsIgnorePattern: '^_' }],
      eqeqeq: 'error',
      'no-restricted-syntax': ['error', nonNull, defaultExport],
    },
  },
  {
    files: ['server/src/**/*.ts'],
    ignores: ['**/*.test.ts', 'server/src/kernel/**', 'server/src/boot/config.ts', 'server/src/main.mjs'],
    rules: { 'no-restricted-syntax': ['error', nonNull, defaultExport, ...ambient] },
  },
  {
    // Fastify's own types can be widened in no other way than by merging interfaces.
    files: ['server/src/http/server.ts'],
    rules: { '@typescript-eslint/consistent-type-definitions': 'off' },
  },
  {
    files: ['**/*.test.ts', '**/test/**/*.ts', 'e2e/**/*.ts', 'scripts/**/*.ts', 'bench/**/*.ts', 'rel/**/*.ts'],
    rules: {
      'max-lines': ['error', { max: 500 }],
      'max-lines-per-function': 'off',
      complexity: 'off',
      // node:test returns promises that the runner awaits itself.
      '@typescript-eslint/no-floating-promises': [
        'error',
        { allowForKnownSafeCalls: [{ from: 'package', name: ['test', 'describe', 'it'], package: 'node:test' }] },
      ],
      '@typescript-eslint/no-explicit-any': 'off',
      '@typescript-eslint/no-unsafe-assignment': 'off',
      '@typescript-eslint/no-unsafe-member-access': 'off',
      '@typescript-eslint/no-unsafe-argument': 'off',
      '@typescript-eslint/no-unsafe-return': 'off',
      '@typescript-eslint/no-unsafe-call': 'off',
    },
  },
);
