import {
  fullCollection,
  heraldOrigin,
  makePublished,
  removePublished,
  smokeCollection,
  prepareRound,
  startRound,
  waitForRound,
} from '../analytics/collection.ts';
import { startHerald } from '../herald.ts';
import { measureLateness } from '../posts/lateness.ts';
import { startSandbox } from '../posts/sandbox.ts';
import type { FigureScenario } from '../scenario.ts';
import { connect } from '../stage.ts';

const endWithinMs = 60_000;
/** Rarely, because counting takes processor time from what is measured. */
const lookEveryMs = 1000;

export const latenessBesideCollection: FigureScenario = {
  kind: 'figure',
  name: 'lateness-beside-collection',
  about:
    'The p99 of the delay of due posts as in post-lateness, while rounds over 10,000 posts of 200 accounts follow each other ' +
    'without a pause, divided by that without them.',
  unit: 'times',
  figureMax: 1.5,
  floor: null,
  herald: async (stage, { restSeconds }) => {
    const isSmoke = restSeconds < 5;
    const sandbox = await startSandbox();
    const herald = await startHerald(stage, { HERALD_SANDBOX_URL: sandbox.url, HERALD_PUBLIC_URL: heraldOrigin });
    const db = await connect(stage.folder);
    const besideDb = await connect(stage.folder);
    const rounds = async (signal: AbortSignal): Promise<void> => {
      while (!signal.aborted) {
        await startRound(besideDb);
        await waitForRound(besideDb, { withinMs: endWithinMs, lookEveryMs });
        await prepareRound(besideDb);
      }
    };
    const size = isSmoke ? smokeCollection : fullCollection;
    const measured = {
      perSecond: 20,
      seconds: isSmoke ? 3 : 60,
      prepare: async () => {
        await removePublished(db);
        await makePublished({ db, sandbox, url: herald.url, stage }, size);
        await prepareRound(db);
      },
    };
    const alone = await measureLateness(db, sandbox, measured);
    const beside = await measureLateness(db, sandbox, { ...measured, beside: rounds });
    await removePublished(db);
    await Promise.all([db.end(), besideDb.end()]);
    await herald.stop();
    await sandbox.stop();
    return beside / alone;
  },
};
