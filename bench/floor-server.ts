// As many connections as Herald.
import Fastify from 'fastify';
import type { AddressInfo } from 'node:net';
import pg from 'pg';
import { scenarios } from './scenarios/index.ts';

const poolSize = 10;

const scenario = scenarios.find(({ name }) => name === process.argv[2]);
if (scenario?.kind !== 'load') throw new Error('the floor needs the name of a load scenario');

const pool = new pg.Pool({ connectionString: process.env['DATABASE_URL'], max: poolSize, keepAlive: true });
// PostgreSQL stops with Herald, which may be stopped first.
pool.on('error', () => undefined);
const app = Fastify();
app.addHook('onError', async (_request, _reply, error) => console.error(error));
scenario.floor(app, pool);
await app.listen({ host: '127.0.0.1', port: 0 });

process.on('disconnect', () => process.exit(0));
process.send?.({ url: `http://127.0.0.1:${(app.server.address() as AddressInfo).port}` });
