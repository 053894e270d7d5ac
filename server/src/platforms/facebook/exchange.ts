import { Type } from 'typebox';
import type { OAuthConnect } from '../adapter.ts';
import { responseReader } from '../shared/response-reader.ts';
import { graphUrl } from '../meta/client.ts';
import { callGraph } from '../meta/graph.ts';
import type { ConnectFailure } from '../shared/reply.ts';
import type { FacebookCall } from './call.ts';
import { toConnectFailure } from './errors.ts';
import { listPages, toAccount } from './pages.ts';
import { personToken } from './tokens.ts';

export const exchange: OAuthConnect<FacebookCall>['exchange'] = async (call, grant) => {
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
  'Facebook allows apps to publish only to Pages: choose at least one Page on the consent page, or create one first';

const readPermissions = responseReader(
  Type.Object({ data: Type.Array(Type.Object({ permission: Type.String(), status: Type.String() })) }),
);

async function readGranted(
  call: FacebookCall,
  token: string,
): Promise<{ kind: 'scopes'; scopes: string[] } | ConnectFailure> {
  const reply = await callGraph(call.http, { url: graphUrl(call, 'me/permissions'), token });
  if (reply.kind !== 'ok') return toConnectFailure(reply);
  const body = readPermissions(reply.json);
  if (body === undefined) return { kind: 'unavailable', reason: 'Facebook did not return the granted permissions' };
  const scopes = body.data
    .filter(({ permission, status }) => status === 'granted' && /^\w{1,100}$/.test(permission))
    .map(({ permission }) => permission);
  return { kind: 'scopes', scopes };
}
