import { closeChildren } from '../children.ts';
import { startHerald } from '../herald.ts';
import { startLoader, type Loader, type LoadOrder } from '../load.ts';
import { startMeter, type ProcessorTime } from '../processor-time.ts';
import { benchAccount, keyHeader, makeFolder, prepareStage, removeFolder } from '../stage.ts';
import { newPost } from './endpoints.ts';

/** A sixth of the time; processor time is per request. */
export type YoungWindow = ProcessorTime & { createP95Ms: number; listP95Ms: number; requestCount: number };
export type Young = { windowSeconds: number; first: YoungWindow; last: YoungWindow };

const windowCount = 6;
const connections = 1;

/** PostgreSQL has not analyzed the new database yet. */
export async function measureYoung(seconds: number): Promise<Young> {
  const folder = makeFolder();
  const windowSeconds = seconds / windowCount;
  try {
    const stage = await prepareStage(folder);
    const herald = await startHerald(stage);
    const loaders = { create: startLoader(), list: startLoader() };
    const windows: YoungWindow[] = [];
    while (windows.length < windowCount) {
      const meter = startMeter(herald.pid, folder);
      const orders = ordersOf(herald.url, stage.apiKey, windowSeconds);
      windows.push(await measureWindow(loaders, orders, meter));
    }
    await loaders.create.stop();
    await loaders.list.stop();
    await herald.stop();
    const [first, last] = [windows.at(0), windows.at(-1)];
    if (first === undefined || last === undefined) throw new Error('nothing was measured');
    return { windowSeconds, first, last };
  } finally {
    await closeChildren();
    removeFolder(folder);
  }
}

type Both<Value> = { create: Value; list: Value };

async function measureWindow(
  loaders: Both<Loader>,
  orders: Both<LoadOrder>,
  meter: ReturnType<typeof startMeter>,
): Promise<YoungWindow> {
  const [create, list] = await Promise.all([loaders.create.run(orders.create), loaders.list.run(orders.list)]);
  const requestCount = create.requestCount + list.requestCount;
  return { ...meter.stop(requestCount), createP95Ms: create.p95Ms, listP95Ms: list.p95Ms, requestCount };
}

function ordersOf(heraldUrl: string, apiKey: string, seconds: number): Both<LoadOrder> {
  const order = {
    url: `${heraldUrl}/v1/posts`,
    headers: { ...keyHeader(apiKey), 'content-type': 'application/json' },
    ...{ connections, seconds },
  };
  const platforms = [{ platform: benchAccount.platform, accountId: benchAccount.id }];
  return {
    create: { ...order, method: 'POST', body: JSON.stringify({ ...newPost, platforms }), status: 201 },
    list: { ...order, method: 'GET', body: undefined, status: 200 },
  };
}
