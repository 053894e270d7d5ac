import { AppError } from '../../kernel/errors.ts';
import { isJsonObject, parseJson } from '../../kernel/text/json.ts';

const jsonType = /^application\/([\w.+-]+\+)?json\s*(;|$)/i;
const decoder = new TextDecoder('utf-8', { fatal: true });

export function readBody(contentType: string | undefined, raw: unknown): Record<string, unknown> {
  const isJson = contentType !== undefined && jsonType.test(contentType);
  if (!isJson || !Buffer.isBuffer(raw)) throw bodyRequired();
  const text = decode(raw);
  if (text.trim() === '') throw bodyRequired();
  const parsed = parseJson(text);
  if (!parsed.ok) throw invalidBody();
  if (!isJsonObject(parsed.value)) throw bodyRequired();
  return parsed.value;
}

function decode(raw: Buffer): string {
  try {
    return decoder.decode(raw);
  } catch {
    throw invalidBody();
  }
}

function bodyRequired(): AppError {
  return new AppError('jsonBodyRequired', 'Send a JSON object with Content-Type: application/json');
}

function invalidBody(): AppError {
  return new AppError('invalidJsonBody', 'The body is not valid JSON');
}
