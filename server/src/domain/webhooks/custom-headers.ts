import { AppError } from '../../kernel/errors.ts';

export type CustomHeader = { name: string; value: string };

// First line: set by Herald or its HTTP client. Second line: control the connection.
const reserved = new Set([
  ...['content-type', 'content-length', 'host', 'connection', 'transfer-encoding', 'user-agent'],
  ...['expect', 'keep-alive', 'proxy-connection', 'te', 'trailer', 'upgrade'],
]);
const reservedPrefixes = ['x-service-', 'webhook-'];
const oneLine = /^[\t\x20-\x7e\x80-\xff]*$/;

export function checkCustomHeaders(headers: readonly CustomHeader[]): void {
  const seen = new Set<string>();
  headers.forEach(({ name, value }, index) => {
    const lower = name.toLowerCase();
    if (reserved.has(lower) || reservedPrefixes.some((prefix) => lower.startsWith(prefix))) {
      throw fault(`customHeaders[${index}].name`, `${name} is set by Herald: choose another name`);
    }
    if (seen.has(lower)) throw fault(`customHeaders[${index}].name`, `${name} is set twice: remove one of them`);
    if (!oneLine.test(value)) {
      throw fault(`customHeaders[${index}].value`, `The value of ${name} must be one line of Latin-1 characters`);
    }
    seen.add(lower);
  });
}

function fault(param: string, message: string): AppError {
  return new AppError('validation', message, { param });
}
