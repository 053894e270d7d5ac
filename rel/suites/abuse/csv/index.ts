import type { CsvCases } from './csv-case.ts';
import { cellFiles, lineFiles } from './row-files.ts';
import { timeFiles } from './time-files.ts';
import { wholeFiles } from './whole-files.ts';

export const csvCases: CsvCases = (context) =>
  [wholeFiles, lineFiles, cellFiles, timeFiles].flatMap((cases) => cases(context));
