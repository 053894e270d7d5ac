import { startHerald } from '../herald.ts';
import { measureLateness } from '../posts/lateness.ts';
import { startSandbox } from '../posts/sandbox.ts';
import type { FigureScenario } from '../scenario.ts';
import { connect } from '../stage.ts';

export const postLateness: FigureScenario = {
  kind: 'figure',
  name: 'post-lateness',
  about:
    'The p99 of the delay from the time of a post to the start of its publishing, by the database clock, when 50 ' +
    'posts a second are due for 20 seconds, each at a different instant.',
  unit: 's',
  figureMax: 1,
  floor: null,
  herald: async (stage, { restSeconds }) => {
    const sandbox = await startSandbox();
    const herald = await startHerald(stage, { HERALD_SANDBOX_URL: sandbox.url });
    const db = await connect(stage.folder);
    const p99 = await measureLateness(db, sandbox, { perSecond: 50, seconds: restSeconds < 5 ? 3 : 20 });
    await db.end();
    await herald.stop();
    await sandbox.stop();
    return p99;
  },
};
