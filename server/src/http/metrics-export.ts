import { hostname } from 'node:os';
import type { HttpClient } from '../kernel/outbound/http-client.ts';
import type { Log } from '../kernel/log.ts';
import type { Clock } from '../kernel/time/clock.ts';
import type { Metrics } from './metrics.ts';
import { otlpMetrics } from './otlp.ts';

export type MetricsExport = {
  start(): void;
  stop(): Promise<void>;
};

type Options = {
  /** Undefined: no export. */
  url: string | undefined;
  authorization: string | undefined;
  metrics: Pick<Metrics, 'read'>;
  http: HttpClient;
  clock: Clock;
  log: Log;
};

const everyMs = 30_000;
const timeoutMs = 5_000;

/** Logs a failure once, until an export succeeds again. */
export function createMetricsExport({ url, authorization, metrics, http, clock, log }: Options): MetricsExport {
  const stopping = new AbortController();
  const startedAt = clock.now();
  const resource = { 'service.name': 'herald', 'service.instance.id': `${hostname()}:${process.pid}` };
  let [isFailing, ended] = [false, Promise.resolve()];
  const push = async (target: string): Promise<void> => {
    const body = otlpMetrics(await metrics.read(), { resource, startedAt, now: clock.now() });
    const { status } = await http.safeFetch({
      url: `${target}/v1/metrics`,
      method: 'POST',
      headers: { 'content-type': 'application/json', ...(authorization === undefined ? {} : { authorization }) },
      body: Buffer.from(JSON.stringify(body)),
      ...{ timeoutMs, connectTimeoutMs: timeoutMs, responseBytesMax: 100_000, overlong: 'cut', allowPublicHttp: true },
    });
    if (status < 200 || status > 299) throw new Error(`the collector responded with ${status}`);
  };
  const pushOnce = async (target: string): Promise<void> => {
    try {
      await push(target);
      if (isFailing) log.info('metrics are exported again');
      isFailing = false;
    } catch (error) {
      if (!isFailing) log.warn({ err: error }, 'metrics could not be exported');
      isFailing = true;
    }
  };
  const loop = async (target: string): Promise<void> => {
    while (!stopping.signal.aborted) {
      await clock.sleep(everyMs, stopping.signal);
      await pushOnce(target);
    }
  };
  return {
    start: () => {
      if (url !== undefined) ended = loop(url);
    },
    stop: async () => {
      stopping.abort();
      await ended;
    },
  };
}
