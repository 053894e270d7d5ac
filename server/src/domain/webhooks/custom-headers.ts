import { AppError } from '../../kernel/errors.ts';

export type CustomHeader = { name: string; value: string };

// Herald or its HTTP client sets the headers of the first line. Those of the second control the connection.
const reserved = new Set([
  ...['content-type', 'content-length', 'host', 'connection', 'transfer-encoding', 'user-agent'],
  ...['expect', 'keep-alive', 'proxy-connection', 'te', 'trailer', 'upgrade'],
]);
const reservedPrefixes = ['x-service-', 'webhook-'];
// What a header can carry on the wire: a tab, visible ASCII, spaces and Latin-1.
const oneLine = /^[\t\x20-\x7e\x80-\xff]*$/;

/** Names that Herald sets itself, values that would not fit on a line, and a name given twice are refused. */
export function checkCustomHeaders(headers: readonly CustomHeader[]): void {
  const seen = new Set<string>();
  headers.forEach(({ name, value }, index) => {
    const lower = name.toLowerCase();
    if (reserved.has(lower) || reservedPrefixes.some((prefix) => lower.startsWith(prefix))) {
      throw fault(`customHeaders[${index}].name`, `${name} is set by Herald: choose another name`);
    }
    if (seen.has(lower)) throw fault(`customHeaders[${index}].name`, `${name} is given twice`);
    if (!oneLine.test(value)) {
      throw fault(`customHeaders[${index}].value`, `The value of ${name} must be one line of Latin-1 characters`);
    }
    seen.add(lower);
  });
}

function fault(param: string, message: string): AppError {
  return new AppError('validation', message, { param });
}
