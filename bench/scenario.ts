import type { FastifyInstance } from 'fastify';
import type pg from 'pg';
import type { ProcessorTime } from './processor-time.ts';
import type { Stage } from './stage.ts';

export type Load = {
  method: 'GET' | 'POST';
  path: string;
  /** `{n}` becomes a unique number. */
  body?: string;
  status: number;
};

export type LoadScenario = {
  kind: 'load';
  name: string;
  about: string;
  connections: number;
  /** Target for Herald's operations per second divided by the floor's. */
  ratioMin: number;
  herald: Load;
  /** A bare route that does the least work with the same durable result. */
  floor(app: FastifyInstance, db: pg.Pool): void;
  writesTo: readonly string[];
  reset?(db: pg.Client): Promise<unknown>;
};

export type FigureScenario = {
  kind: 'figure';
  name: string;
  about: string;
  unit: 's' | 'ms' | 'MB' | 'times';
  figureMax: number;
  herald(stage: Stage, size: { restSeconds: number }): Promise<number>;
  floor: null;
};

export type RateScenario = {
  kind: 'rate';
  name: string;
  about: string;
  unit: string;
  ratioMin: number;
  /** Each call is a round. */
  open(stage: Stage, size: { seconds: number }): Promise<RateRounds>;
};

export type RateFigures = ProcessorTime & { perSecond: number };

type RateRounds = { floor(): Promise<RateFigures>; herald(): Promise<RateFigures>; close(): Promise<void> };

export type Scenario = LoadScenario | RateScenario | FigureScenario;
