import { isatty } from 'node:tty';
import { pino, type DestinationStream, type Logger } from 'pino';

import { readableLine } from './readable-log.ts';

export type Log = Pick<Logger, 'debug' | 'info' | 'warn' | 'error' | 'fatal' | 'level' | 'child'>;

type LogLevel = 'debug' | 'info' | 'warn' | 'error' | 'silent';

/** Logs to stderr; stdout is for people. */
export function createLog(level: LogLevel, destination?: DestinationStream): Logger {
  return pino(
    {
      level,
      base: null,
      timestamp: pino.stdTimeFunctions.isoTime,
      formatters: { level: (label) => ({ level: label }) },
      serializers: { err: (error: unknown) => (error instanceof Error ? errorFacts(error) : typeof error) },
    },
    destination ?? standardError(),
  );
}

function standardError(): DestinationStream {
  const stream = pino.destination({ fd: 2, sync: true });
  if (!isatty(2)) return stream;
  const hasColour = process.stderr.hasColors();
  return { write: (line) => stream.write(readableLine(line, { hasColour })) };
}

type ErrorFacts = { type: string; message: string; code?: string; stack: string; cause?: ErrorFacts };

/** Picks fields, because drivers attach whole connections with their secrets to errors. */
function errorFacts(error: Error): ErrorFacts {
  const code = 'code' in error && typeof error.code === 'string' ? { code: error.code } : {};
  const cause = error.cause instanceof Error ? { cause: errorFacts(error.cause) } : {};
  return { type: error.name, message: error.message, ...code, stack: error.stack ?? '', ...cause };
}
