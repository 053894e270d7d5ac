import { nextMessage, startModule, type Child } from './children.ts';
import { databaseUrl } from './stage.ts';

type Floor = Pick<Child, 'pid' | 'stop'> & { url: string };

const startWithinMs = 30_000;

export async function startFloor(scenarioName: string, folder: string): Promise<Floor> {
  const { PATH, HOME } = process.env;
  const env = { PATH, HOME, DATABASE_URL: databaseUrl(folder) };
  const child = startModule('./floor-server.ts', [scenarioName], { env });
  const { url } = (await nextMessage(child, 'the floor', startWithinMs)) as { url: string };
  return { url, pid: child.pid, stop: child.stop };
}
