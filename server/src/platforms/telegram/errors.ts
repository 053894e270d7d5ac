import type { Refusal, Unknown } from '../adapter.ts';
import { sendOutcome, stepRefusal, unlistedError } from '../shared/reply.ts';
import type { BotError, BotFailure } from './client.ts';

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
  source: string;
};

const api = 'Bot API: Making requests';
const server = 'telegram-bot-api server (error descriptions)';
const noRights = /administrator rights|not enough rights|have no rights|CHAT_WRITE_FORBIDDEN/i;

const table: readonly Row[] = [
  // The bot belongs to the operator: an invalid token is no account's fault.
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

export function toOutcome(failure: BotFailure): Refusal | Unknown {
  return sendOutcome(failure, (error) => refusalOf(error) ?? unlistedError(`${error.code} ${error.description}`));
}

export function toStepRefusal(failure: BotFailure): Refusal {
  return stepRefusal(failure, (error) => refusalOf(error) ?? rejected(error));
}

function refusalOf(error: BotError): Refusal | undefined {
  // Bot API, ResponseParameters: the group became a supergroup with a new ID.
  if (error.movedTo !== undefined) {
    return { kind: 'notDone', reason: error.description, movedTo: error.movedTo };
  }
  const row = table.find(({ code, text }) => code === error.code && (text?.test(error.description) ?? true));
  return row?.meaning(error);
}
