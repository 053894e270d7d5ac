import type { Api, CaseDatabase, SandboxProcess, User } from '../testbed.ts';

type Apis = {
  apis: Api[];
  user: User;
  sandbox: SandboxProcess;
  start(): Promise<Api>;
};

export async function startApis(database: CaseDatabase, processes: number): Promise<Apis> {
  const sandbox = await database.startSandbox();
  const start = (users = 0): Promise<Api> => database.startApi({ users, sandboxUrl: sandbox.url });
  const first = await start(1);
  const { user } = first;
  const others = await Promise.all(Array.from({ length: processes - 1 }, () => start()));
  return { apis: [first, ...others], user, sandbox, start: () => start() };
}
