// Runs the real PLC directory in memory, in the installation folder.
const { createRequire } = require('node:module');

process.on('disconnect', () => process.exit());
const { Database, PlcServer } = createRequire(`${process.cwd()}/`)('@did-plc/server');

PlcServer.create({ db: Database.mock(), port: Number(process.env.PORT) })
  .start()
  .then(() => process.send('ready'));
