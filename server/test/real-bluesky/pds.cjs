// The real personal data server, set up by PDS_… as its own documentation says. Run in the folder of the installation.
const { createRequire } = require('node:module');

process.on('disconnect', () => process.exit());
const { PDS, envToCfg, envToSecrets, readEnv } = createRequire(`${process.cwd()}/`)('@atproto/pds');

const env = readEnv();
PDS.create(envToCfg(env), envToSecrets(env))
  .then((pds) => pds.start())
  .then(() => process.send('ready'));
