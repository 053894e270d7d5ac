import { pino, type DestinationStream, type Logger } from 'pino';

export type Log = Pick<Logger, 'debug' | 'info' | 'warn' | 'error' | 'fatal' | 'level'>;

type LogLevel = 'debug' | 'info' | 'warn' | 'error' | 'silent';

/** Logs to stderr; stdout is for output meant for people. */
export function createLog(level: LogLevel, destination?: DestinationStream): Logger {
  return pino(
    {
      level,
      base: null,
      serializers: { err: (error: unknown) => (error instanceof Error ? errorFacts(error) : typeof error) },
    },
    destination ?? pino.destination({ fd: 2, sync: true }),
  );
}

type ErrorFacts = { type: string; message: string; code?: string; stack: string; cause?: ErrorFacts };

/** Drivers attach whole connections, with their secrets, to the errors they throw. */
function errorFacts(error: Error): ErrorFacts {
  const code = 'code' in error && typeof error.code === 'string' ? { code: error.code } : {};
  const cause = error.cause instanceof Error ? { cause: errorFacts(error.cause) } : {};
  return { type: error.name, message: error.message, ...code, stack: error.stack ?? '', ...cause };
}
