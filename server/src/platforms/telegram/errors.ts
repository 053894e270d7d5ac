import type { Refusal, Unknown } from '../adapter.ts';
import type { BotError, BotReply } from './client.ts';

type Failure = Exclude<BotReply, { kind: 'ok' }>;
type Meaning = (error: BotError) => Refusal;

const final =
  (kind: 'rejected' | 'appProblem'): Meaning =>
  ({ code, description }) => ({
    kind,
    code: String(code),
    message: description.replace(/^Bad Request: /, ''),
    platformError: description,
  });
const rejected = final('rejected');
const disconnected: Meaning = ({ description: reason }) => ({
  kind: 'disconnected',
  cause: 'authorizationRemoved',
  reason,
});
const scopeMissing: Meaning = () => ({ kind: 'scopeMissing', scopes: ['can_post_messages'] });

type Row = {
  code: number;
  text?: RegExp;
  meaning: Meaning;
  /** Where the meaning is documented. */
  source: string;
};

const api = 'Bot API: Making requests';
const server = 'telegram-bot-api server (error descriptions)';
const noRights = /administrator rights|not enough rights|have no rights|CHAT_WRITE_FORBIDDEN/i;

/** The first matching row decides; an error that none matches leaves it open whether anything was published. */
const table: readonly Row[] = [
  // The bot belongs to the operator: without its token no chat can be reached, and none of them is at fault.
  { code: 401, meaning: final('appProblem'), source: api },
  { code: 404, meaning: final('appProblem'), source: api },
  { code: 403, text: noRights, meaning: scopeMissing, source: server },
  { code: 400, text: noRights, meaning: scopeMissing, source: server },
  { code: 403, meaning: disconnected, source: server },
  { code: 400, text: /chat not found|PEER_ID_INVALID/i, meaning: disconnected, source: server },
  {
    code: 429,
    meaning: ({ retryAfterSeconds }) => ({
      kind: 'rateLimited',
      retryAfterMs: retryAfterSeconds === undefined ? undefined : retryAfterSeconds * 1000,
    }),
    source: 'Bot API: ResponseParameters',
  },
  { code: 413, meaning: rejected, source: server },
  { code: 400, meaning: rejected, source: api },
];

export function toOutcome(failure: Failure): Refusal | Unknown {
  if (failure.kind === 'notSent') return { kind: 'notDone', reason: failure.reason };
  if (failure.kind === 'lost') return { kind: 'unknown', reason: failure.reason };
  const { error } = failure;
  // Bot API, ResponseParameters: the group became a supergroup, and is reached by its new id.
  if (error.movedTo !== undefined) {
    return { kind: 'notDone', reason: error.description, movedTo: error.movedTo };
  }
  const row = table.find(({ code, text }) => code === error.code && (text?.test(error.description) ?? true));
  if (row !== undefined) return row.meaning(error);
  return { kind: 'unknown', reason: `${error.code} ${error.description}`, isRefusal: true };
}
