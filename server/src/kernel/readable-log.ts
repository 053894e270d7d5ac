type LogLine = { time?: string; level?: string; msg?: string; err?: ErrorFacts; [field: string]: unknown };
type ErrorFacts = { type: string; message: string; stack?: string; cause?: ErrorFacts };

const colours: Readonly<Record<string, number>> = { warn: 33, error: 31, fatal: 31 };

/** Leaves lines alone that are not JSON. */
export function readableLine(line: string, { hasColour }: { hasColour: boolean }): string {
  const parsed = parse(line);
  if (parsed === undefined) return line;
  const { time = '', level = '', msg = '', err, ...fields } = parsed;
  const colour = hasColour ? colours[level] : undefined;
  const label = level.toUpperCase().padEnd(5);
  const text = [
    time,
    colour === undefined ? label : `\u001b[${colour}m${label}\u001b[0m`,
    printable(msg),
    ...Object.entries(fields).map(([name, value]) => `${printable(name)}=${shown(value)}`),
  ].join(' ');
  return `${text}\n${err === undefined ? '' : errorText(err, '    ')}`;
}

function parse(line: string): LogLine | undefined {
  try {
    const value: unknown = JSON.parse(line);
    return typeof value === 'object' && value !== null ? (value as LogLine) : undefined;
  } catch {
    return undefined;
  }
}

function shown(value: unknown): string {
  if (typeof value === 'string' && /^[\w@.:/+-]+$/.test(value)) return value;
  return printable(JSON.stringify(value));
}

function errorText({ type, message, stack, cause }: ErrorFacts, indent: string): string {
  const lines = (stack === undefined || stack === '' ? `${type}: ${message}` : stack).split('\n');
  const text = lines.map((one) => `${indent}${printable(one.trim())}\n`).join('');
  return cause === undefined ? text : `${text}${indent}caused by\n${errorText(cause, `${indent}  `)}`;
}

/** Values come from platforms and clients, so escape sequences must not reach the terminal. */
function printable(text: string): string {
  return text.replaceAll(/[\p{Cc}\u2028\u2029]/gu, ' ');
}
