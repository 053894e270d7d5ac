import { emptyMetrics, fillMetrics } from '../analytics/fill-metrics.ts';
import { startHerald } from '../herald.ts';
import { startLoader } from '../load.ts';
import type { FigureScenario } from '../scenario.ts';
import { connect, keyHeader } from '../stage.ts';

const paths = [
  '/v1/analytics/daily-metrics',
  '/v1/analytics/daily-metrics?attribution=received',
  '/v1/analytics?fromDate=2020-01-01&sortBy=likes',
];

export const analyticsReads: FigureScenario = {
  kind: 'figure',
  name: 'analytics-reads',
  about:
    'The p95 of daily metrics over 180 days and of the analytics list, for 5,000 posts with 1,000,000 stored days, divided ' +
    'by the p95 for as many posts with 10,000 days; the worst of three reads; 2 connections.',
  unit: 'times',
  figureMax: 2,
  floor: null,
  herald: async (stage, { restSeconds }) => {
    const isSmoke = restSeconds < 5;
    const herald = await startHerald(stage);
    const db = await connect(stage.folder);
    const loader = startLoader();
    const p95OfAll = async (daysPerPost: number): Promise<number[]> => {
      const { key } = await fillMetrics(db, daysPerPost);
      const times: number[] = [];
      for (const path of paths) {
        const url = `${herald.url}${path}`;
        const order = { url, method: 'GET', headers: keyHeader(key), body: undefined, status: 200, connections: 2 };
        if (!isSmoke) await loader.run({ ...order, seconds: 1 });
        times.push((await loader.run({ ...order, seconds: isSmoke ? 0.5 : 5 })).p95Ms);
      }
      return times;
    };
    const few = await p95OfAll(2);
    const many = await p95OfAll(isSmoke ? 4 : 200);
    await loader.stop();
    await emptyMetrics(db);
    await db.end();
    await herald.stop();
    return Math.max(...many.map((ms, index) => ms / (few[index] ?? 0)));
  },
};
