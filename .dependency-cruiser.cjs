// Who may import whom. Anything not listed here fails, and so does every cycle, type imports included.
const src = 'server/src';
const own = (folder) => `^${src}/${folder}/`;
const anyOf = (...patterns) => `(${patterns.join('|')})`;
const library = (...names) => `node_modules/${anyOf(...names)}/`;
const nodeBuiltIn = { dependencyTypes: ['core'] };

const test = anyOf('\\.test\\.ts$', `^server/test/`);
const operations = `^${src}/domain/`;
const store = '-store\\.ts$';
const appFiles = `^${src}/(((app|core|serve|worker)\\.ts|main\\.mjs)$|boot/)`;

const rule = (from, ...targets) => targets.map((to) => ({ from, to }));

module.exports = {
  forbidden: [
    { name: 'no-circular', severity: 'error', from: {}, to: { circular: true } },
    {
      name: 'not-to-test',
      severity: 'error',
      from: { pathNot: anyOf(test, '^(scripts|e2e|bench|rel)/') },
      to: { path: test },
    },
    {
      name: 'stores-belong-to-their-noun',
      comment: 'Another noun is asked through its operations, never through its store.',
      severity: 'error',
      from: { path: `^${src}/domain/([^/]+)/`, pathNot: test },
      to: { path: `^${src}/domain/(?!$1/)[^/]+/.*${store}` },
    },
  ],
  allowedSeverity: 'error',
  allowed: [
    // Tests, scripts and the black-box folders.
    ...rule({ path: test }, {}),
    ...rule(
      { path: '^scripts/' },
      { path: anyOf('^scripts/', `^${src}/`, '^server/test/', '^rel/(mutants|invariants|suites/index)\\.ts$') },
      nodeBuiltIn,
      {
        path: library('pg', '@types/pg', 'prettier', 'typescript'),
      },
    ),
    ...rule({ path: '^e2e/' }, { path: '^e2e/' }, nodeBuiltIn, {
      path: library('pg', '@types/pg', 'playwright-core'),
    }),
    ...rule(
      { path: '^bench/' },
      { path: anyOf('^bench/', '^rel/harness/programs/processor-time\\.ts$') },
      nodeBuiltIn,
      {
        path: library('pg', '@types/pg', 'fastify', 'undici'),
      },
    ),
    // Matching is pure, so it is measured without a server.
    ...rule(
      { path: '^bench/scenarios/keyword-matching\\.ts$' },
      { path: `^${src}/domain/automations/match-text\\.ts$` },
    ),

    ...rule({ path: '^rel/' }, { path: '^rel/' }, nodeBuiltIn, {
      path: library('pg', '@types/pg', 'ipaddr\\.js', 'fast-check', 'typebox'),
    }),

    // The sandbox imports nothing of Herald: the two communicate over HTTP only.
    ...rule({ path: '^sandbox/' }, { path: anyOf('^sandbox/', '^pages/src/index\\.ts$') }, nodeBuiltIn, {
      path: library('fastify', '@fastify/[^/]+'),
    }),

    // What the pages of both look like.
    ...rule({ path: '^pages/' }, { path: '^pages/' }),

    // The layers, from the ground up.
    ...rule({ path: own('kernel') }, { path: own('kernel') }, nodeBuiltIn, {
      path: library('csv-parse', 'pino', 'temporal-polyfill', 'undici'),
    }),
    ...rule({ path: own('schemas') }, { path: anyOf(own('schemas'), own('kernel'), library('typebox')) }),
    ...rule(
      { path: own('db') },
      { path: anyOf(own('db'), own('kernel'), library('pg', '@types/pg', 'pg-protocol', 'kysely')) },
      nodeBuiltIn,
    ),
    ...rule(
      { path: own('embedded') },
      { path: anyOf(own('embedded'), own('kernel'), library('pg', '@types/pg')) },
      nodeBuiltIn,
    ),
    ...rule(
      { path: own('storage') },
      { path: anyOf(own('storage'), own('kernel'), library('@aws-sdk/[^/]+')) },
      nodeBuiltIn,
    ),
    ...rule(
      { path: own('backup') },
      {
        path: anyOf(
          own('backup'),
          own('kernel'),
          `^${src}/db/(migrate|session)\\.ts$`,
          `^${src}/domain/vault/(check-vault|sealed-columns)\\.ts$`,
          `^${src}/storage/storage\\.ts$`,
          library('pg', '@types/pg'),
        ),
      },
      nodeBuiltIn,
    ),
    ...rule(
      { path: own('imaging') },
      { path: anyOf(own('imaging'), own('kernel'), library('file-type', 'sharp', 'mediabunny')) },
      nodeBuiltIn,
    ),
    // A platform imports its own folder and never another.
    ...rule(
      { path: `^${src}/platforms/(shared|meta|[^/]+\\.ts$)` },
      { path: anyOf(`^${src}/platforms/(adapter\\.ts|contract/|shared/|meta/)`, own('kernel'), library('typebox')) },
    ),
    ...rule(
      { path: `^${src}/platforms/([^/]+)/` },
      {
        path: anyOf(
          `^${src}/platforms/(adapter\\.ts|shared/|meta/|$1/)`,
          own('kernel'),
          library('typebox', '@atproto/api'),
        ),
      },
    ),
    ...rule({ path: `^${src}/platforms/registry\\.ts$` }, { path: `^${src}/platforms/[^/]+/index\\.ts$` }),
    ...rule(
      { path: operations },
      {
        path: anyOf(
          operations,
          own('kernel'),
          own('schemas'),
          `^${src}/db/(analytics-rows|automation-rows|client|contact-rows|failure|inbox-rows|post-rows|rows|statement-names|transaction|wake-ups)\\.ts$`,
          `^${src}/platforms/(adapter|platforms)\\.ts$`,
          `^${src}/storage/storage\\.ts$`,
          `^${src}/imaging/(imaging|read/(byte-source|probe))\\.ts$`,
        ),
      },
    ),
    ...rule(
      { path: `${operations}.*${store}` },
      {
        path: anyOf(
          library('kysely'),
          `^${src}/db/(create-insert|create-statement|kept-plans|lease|metric-columns|owner-counts|send-later|sql|visibility)\\.ts$`,
        ),
      },
    ),
    ...rule(
      { path: own('http') },
      {
        path: anyOf(
          own('http'),
          own('schemas'),
          own('kernel'),
          library(
            'fastify',
            '@fastify/busboy',
            '@fastify/fast-json-stringify-compiler',
            'marked',
            'typebox',
            'prom-client',
            '@scalar/[^/]+',
          ),
          `^${src}/platforms/registry\\.ts$`,
          '^pages/src/index\\.ts$',
        ),
      },
      { path: operations, pathNot: store },
      nodeBuiltIn,
    ),
    ...rule(
      { path: own('jobs') },
      { path: anyOf(own('jobs'), own('kernel')) },
      { path: operations, pathNot: store },
      nodeBuiltIn,
    ),
    ...rule(
      { path: own('cli') },
      {
        path: anyOf(
          own('cli'),
          own('backup'),
          own('schemas'),
          own('kernel'),
          appFiles,
          `^${src}/platforms/(registry|adapter)\\.ts$`,
          library('commander'),
        ),
      },
      { path: `^${src}/db/(migrate|pooler-check|server-check)\\.ts$` },
      { path: operations, pathNot: store },
      nodeBuiltIn,
    ),
    ...rule(
      { path: appFiles },
      { path: `^${src}/` },
      nodeBuiltIn,
      { path: library('kysely') },
      { path: '^sandbox/src/index' },
    ),
  ],
  options: {
    doNotFollow: { path: 'node_modules' },
    // The generated client has its own packages.
    exclude: { path: ['\\.sql$', '^e2e/openapi-client/'] },
    tsPreCompilationDeps: true,
    tsConfig: { fileName: 'tsconfig.json' },
    enhancedResolveOptions: { exportsFields: ['exports'], conditionNames: ['import', 'types', 'node', 'default'] },
  },
};
