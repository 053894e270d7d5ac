// Runs a part of an installation in its own process. Options are JSON in the first argument; events are JSON lines on
// stdout. Each role loads only its program, because suites start hundreds.
import { options, type Role } from './programs/program.ts';

const programs: Record<Role, () => Promise<{ run(): Promise<void> }>> = {
  engine: () => import('./programs/run-engine.ts'),
  api: () => import('./programs/run-api.ts'),
  worker: () => import('./programs/run-worker.ts'),
  client: () => import('./programs/run-client.ts'),
  sandbox: () => import('./programs/run-sandbox.ts'),
  s3: () => import('./programs/run-s3.ts'),
  files: () => import('./programs/run-files.ts'),
};

const { run } = await programs[options.role]();
await run();
process.exit(0);
