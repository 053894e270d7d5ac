import { Type } from 'typebox';
import type { Call, Connected, OAuthConnect } from '../adapter.ts';
import { answerReader } from '../shared/answer-reader.ts';
import { graphUrl } from '../meta/client.ts';
import { callGraph } from '../meta/graph.ts';
import { toConnectFailure } from './errors.ts';
import { listPages, toAccount } from './pages.ts';
import { personToken } from './tokens.ts';

type Failed = Exclude<Connected, { kind: 'accounts' }>;

/** What the person granted, and the Pages chosen: each is an account with a token of its own. */
export const exchange: OAuthConnect['exchange'] = async (call, grant) => {
  const person = await personToken(call, grant);
  if (person.kind !== 'token') return person;
  const granted = await readGranted(call, person.token);
  if (granted.kind !== 'scopes') return granted;
  const listed = await listPages(call, person.token);
  if (listed.kind !== 'pages') return listed;
  if (listed.pages.length === 0) return { kind: 'refused', reason: needsPage };
  return { kind: 'accounts', accounts: listed.pages.map((page) => toAccount(page, granted.scopes)) };
};

const needsPage =
  'Facebook lets software publish to Pages only: choose at least one Page on its consent page, or make one first';

const readPermissions = answerReader(
  Type.Object({ data: Type.Array(Type.Object({ permission: Type.String(), status: Type.String() })) }),
);

async function readGranted(call: Call, token: string): Promise<{ kind: 'scopes'; scopes: string[] } | Failed> {
  const reply = await callGraph(call.http, { url: graphUrl(call, 'me/permissions'), token });
  if (reply.kind !== 'ok') return toConnectFailure(reply);
  const answer = readPermissions(reply.json);
  if (answer === undefined) return { kind: 'unavailable', reason: 'Facebook does not say what was granted' };
  const scopes = answer.data
    .filter(({ permission, status }) => status === 'granted' && /^\w{1,100}$/.test(permission))
    .map(({ permission }) => permission);
  return { kind: 'scopes', scopes };
}
