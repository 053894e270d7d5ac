import type { CsvCases } from './csv-case.ts';
import { cellFiles, lineFiles } from './row-files.ts';
import { timeFiles } from './time-files.ts';
import { wholeFiles } from './whole-files.ts';

/** Every file, with its documented answer. */
export const csvCases: CsvCases = (world) =>
  [wholeFiles, lineFiles, cellFiles, timeFiles].flatMap((cases) => cases(world));
