// Runs the real personal data server, configured by its PDS_… variables, in the installation folder.
const { createRequire } = require('node:module');

process.on('disconnect', () => process.exit());
const { PDS, envToCfg, envToSecrets, readEnv } = createRequire(`${process.cwd()}/`)('@atproto/pds');

const env = readEnv();
PDS.create(envToCfg(env), envToSecrets(env))
  .then((pds) => pds.start())
  .then(() => process.send('ready'));
