import type { Refusal, Unknown } from '../adapter.ts';
import type { BotError, BotReply } from './client.ts';

type Failure = Exclude<BotReply, { kind: 'ok' }>;
type Meaning = (error: BotError) => Refusal;

const rejected: Meaning = ({ code, description }) => ({
  kind: 'rejected',
  code: String(code),
  message: description.replace(/^Bad Request: /, ''),
  platformError: description,
});

/** The first row that fits decides. What none fits (5xx above all) leaves it open whether anything happened. */
const table: readonly { code: number; text?: RegExp; meaning: Meaning }[] = [
  // The operator's bot is gone or its token was changed.
  { code: 401, meaning: ({ description }) => ({ kind: 'disconnected', cause: 'tokenDead', reason: description }) },
  { code: 404, meaning: ({ description }) => ({ kind: 'disconnected', cause: 'tokenDead', reason: description }) },
  {
    code: 403,
    text: /administrator rights|not enough rights|have no rights/i,
    meaning: () => ({ kind: 'scopeMissing', scopes: ['can_post_messages'] }),
  },
  {
    code: 400,
    text: /administrator rights|not enough rights|have no rights|CHAT_WRITE_FORBIDDEN/i,
    meaning: () => ({ kind: 'scopeMissing', scopes: ['can_post_messages'] }),
  },
  {
    code: 403,
    meaning: ({ description }) => ({ kind: 'disconnected', cause: 'authorizationRemoved', reason: description }),
  },
  {
    code: 429,
    meaning: ({ retryAfterSeconds }) => ({
      kind: 'rateLimited',
      retryAfterMs: retryAfterSeconds === undefined ? undefined : retryAfterSeconds * 1000,
    }),
  },
  { code: 400, meaning: rejected },
];

export function toOutcome(failure: Failure): Refusal | Unknown {
  if (failure.kind === 'notSent') return { kind: 'notDone', reason: failure.reason };
  if (failure.kind === 'lost') return { kind: 'unknown', reason: failure.reason };
  const { error } = failure;
  if (error.movedTo !== undefined) {
    return { kind: 'notDone', reason: error.description, movedTo: error.movedTo };
  }
  const row = table.find(({ code, text }) => code === error.code && (text?.test(error.description) ?? true));
  return row?.meaning(error) ?? { kind: 'unknown', reason: `${error.code} ${error.description}` };
}
