import { createApp } from '../../src/app.ts';
import { createUser } from '../../src/domain/users/create-user.ts';
import { routes } from '../../src/http/routes/index.ts';
import { ticketRoute } from '../ticket-route.ts';
import { coreOptions, failpoint, startGuard } from './core-options.ts';
import { lines, options, report, stopped } from './program.ts';
import { emitRoute, openRoute } from './suite-routes.ts';

export async function run(): Promise<void> {
  const app = createApp({ ...coreOptions(), routes: [...routes, emitRoute(), openRoute(), ticketRoute()] });
  await startGuard(app);
  const users = [];
  for (let n = 0; n < (options.users ?? 1); n += 1) {
    const { user, apiKey } = await createUser(app.systemCtx, { name: `Suite ${n}`, plan: 'self-hosted' });
    users.push({ ownerId: user.id, key: apiKey.key });
  }
  await app.http.listen({ host: '127.0.0.1', port: 0 });
  const address = app.http.server.address();
  const port = typeof address === 'object' && address !== null ? address.port : 0;
  lines.on('line', (line) => failpoint?.aim(JSON.parse(line) as string[]));
  report('ready', { baseUrl: `http://127.0.0.1:${port}`, users });
  await stopped;
  await app.close();
}
