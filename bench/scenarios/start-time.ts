import { startHerald } from '../herald.ts';
import type { FigureScenario } from '../scenario.ts';

export const startTime: FigureScenario = {
  kind: 'figure',
  name: 'start-time',
  about:
    'The time from the start of `node server/src/main.mjs` on an existing data folder, including its PostgreSQL, to ' +
    'the first 200 of `GET /healthz`.',
  unit: 's',
  figureMax: 1.5,
  floor: null,
  herald: async (stage) => {
    const startedAtMs = performance.now();
    const herald = await startHerald(stage);
    const seconds = (performance.now() - startedAtMs) / 1000;
    await herald.stop();
    return seconds;
  },
};
