import type { FastifyInstance } from 'fastify';
import type pg from 'pg';
import type { Stage } from './stage.ts';

export type Load = {
  method: 'GET' | 'POST';
  path: string;
  /** `{n}` in it becomes a number of its own in each request. */
  body?: string;
  status: number;
};

/** The same load on Herald and on its floor. */
export type LoadScenario = {
  kind: 'load';
  name: string;
  about: string;
  connections: number;
  /** The aim: Herald's operations per second over the floor's. */
  ratioMin: number;
  herald: Load;
  /** Registers the bare route that answers the load with the same statements, without us. */
  floor(app: FastifyInstance, db: pg.Pool): void;
  /** Takes away what a round has left, so that every round and the next scenario begin alike. */
  reset?(db: pg.Client): Promise<unknown>;
};

/** One figure of Herald alone, once per round. */
export type FigureScenario = {
  kind: 'figure';
  name: string;
  about: string;
  unit: 's' | 'ms' | 'MB' | 'times';
  /** The aim: the median stays under it. */
  figureMax: number;
  herald(stage: Stage, size: { restSeconds: number }): Promise<number>;
  floor: null;
};

/** Background work: how much of it gets done in a second, by the floor and by Herald. */
export type RateScenario = {
  kind: 'rate';
  name: string;
  about: string;
  /** What is counted. */
  unit: string;
  ratioMin: number;
  /** Sets up both sides; each call of one of them is a round. */
  open(stage: Stage, size: { seconds: number }): Promise<RateRounds>;
};

type RateRounds = { floor(): Promise<number>; herald(): Promise<number>; close(): Promise<void> };

export type Scenario = LoadScenario | RateScenario | FigureScenario;
