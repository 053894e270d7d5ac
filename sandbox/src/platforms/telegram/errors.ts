import type { RequestErrors } from '../../core/platform.ts';
import { errorPage } from '../../core/pages/page.ts';
import { json, Refusal, type Reply } from '../../core/wire/reply.ts';

type Extra = { retry_after: number } | { migrate_to_chat_id: number };

export function errorReply(code: number, description: string, parameters?: Extra): Reply {
  const headers: Record<string, string> =
    parameters !== undefined && 'retry_after' in parameters ? { 'retry-after': String(parameters.retry_after) } : {};
  return json(code, { ok: false, error_code: code, description, ...(parameters && { parameters }) }, headers);
}

export function refuse(code: number, description: string, parameters?: Extra): never {
  throw new Refusal(errorReply(code, description, parameters));
}

export function tooManyRequests(seconds: number): Reply {
  return errorReply(429, `Too Many Requests: retry after ${seconds}`, { retry_after: seconds });
}

export const requestErrors: RequestErrors = {
  unknownRoute: ({ request }) => {
    if (request.host === 't.me') return errorPage(404, 'Nothing here', 'There is no such chat.');
    const isMethod = /^\/bot\d+:[\w-]{35}\/\w+$/.test(request.path);
    return errorReply(404, isMethod ? 'Not Found: method not found' : 'Not Found');
  },
  unreadableBody: () => errorReply(400, "Bad Request: can't parse the request body"),
  bodyTooLarge: () => errorReply(413, 'Request Entity Too Large'),
};
