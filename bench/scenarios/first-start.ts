import { startHerald } from '../herald.ts';
import type { FigureScenario } from '../scenario.ts';
import { makeFolder, removeFolder } from '../stage.ts';

export const firstStart: FigureScenario = {
  kind: 'figure',
  name: 'first-start',
  about:
    'The time from the start of `node server/src/main.mjs` on an empty data folder to the first 200 of `GET /healthz`: ' +
    'it creates the PostgreSQL cluster, applies all migrations and creates the first user.',
  unit: 's',
  figureMax: 5,
  floor: null,
  herald: async ({ apiKey }) => {
    const folder = makeFolder();
    try {
      const startedAtMs = performance.now();
      const herald = await startHerald({ folder, apiKey });
      const seconds = (performance.now() - startedAtMs) / 1000;
      await herald.stop();
      return seconds;
    } finally {
      removeFolder(folder);
    }
  },
};
