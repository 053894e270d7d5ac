import { json, type Reply } from '../wire/reply.ts';

/** RFC 6749, section 5.2. */
export function oauthError(status: number, error: string, description: string): Reply {
  return json(status, { error, error_description: description });
}
