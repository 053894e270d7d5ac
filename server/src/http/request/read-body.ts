import { AppError } from '../../kernel/errors.ts';
import { describeJsonFault } from '../../kernel/text/json-fault.ts';
import { isJsonObject, parseJson } from '../../kernel/text/json.ts';

const jsonType = /^application\/([\w.+-]+\+)?json\s*(;|$)/i;
const decoder = new TextDecoder('utf-8', { fatal: true });

export function readBody(contentType: string | undefined, raw: unknown): Record<string, unknown> {
  const isJson = contentType !== undefined && jsonType.test(contentType);
  if (!Buffer.isBuffer(raw) || raw.length === 0) throw bodyRequired('Send a JSON object as the body');
  if (!isJson) throw bodyRequired('Send the header Content-Type: application/json');
  const text = decode(raw);
  if (text.trim() === '') throw bodyRequired('Send a JSON object as the body');
  const parsed = parseJson(text);
  if (!parsed.ok) throw invalidBody(describeJsonFault(text) ?? 'more than 32 levels or 50,000 values');
  if (!isJsonObject(parsed.value)) throw bodyRequired('The body must be a JSON object, not a list or a single value');
  return parsed.value;
}

function decode(raw: Buffer): string {
  try {
    return decoder.decode(raw);
  } catch {
    throw invalidBody('the body is not valid UTF-8');
  }
}

function bodyRequired(message: string): AppError {
  return new AppError('jsonBodyRequired', message);
}

function invalidBody(reason: string): AppError {
  return new AppError('invalidJsonBody', `Invalid JSON: ${reason}`);
}
