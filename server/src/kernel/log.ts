import { pino, type DestinationStream, type Logger } from 'pino';

export type Log = Pick<Logger, 'debug' | 'info' | 'warn' | 'error' | 'fatal' | 'level'>;

type LogLevel = 'debug' | 'info' | 'warn' | 'error' | 'silent';

/** JSON lines on stderr; stdout belongs to what is said to a person. */
export function createLog(level: LogLevel, destination?: DestinationStream): Logger {
  return pino({ level, base: null }, destination ?? pino.destination({ fd: 2, sync: true }));
}
