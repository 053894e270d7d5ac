import type { Call } from '../../core/platform.ts';
import type { Tx } from '../../core/state/store.ts';
import { refuse } from './errors.ts';
import { entryway } from './hosts.ts';
import { budgets } from './limits.ts';
import { appPassword, canBeHandle, didDocumentOf, newPerson, people, type Person } from './people.ts';
import { beginSession, endSession, rotate } from './sessions.ts';
import { xrpc } from './xrpc.ts';

export const createSession = xrpc({
  nsid: 'com.atproto.server.createSession',
  kind: 'procedure',
  auth: 'none',
  parameters: { identifier: 'string!', password: 'string!', authFactorToken: 'string' },
  cost: (_call, _caller, { identifier }) => ({
    key: `bluesky/sessions/${identifier.toLowerCase()}`,
    budget: budgets.sessions,
    points: 1,
  }),
  handle: (call, _caller, { identifier, password }) =>
    call.commit((tx) => {
      const person = signIn(call, tx, identifier.toLowerCase(), password);
      return {
        ...beginSession(call, tx, person),
        ...describe(person),
        email: `${person.handle.split('.')[0] ?? 'nobody'}@example.com`,
        emailConfirmed: person.isEmailConfirmed,
        emailAuthFactor: false,
      };
    }),
});

/** First use creates a person with a valid handle. */
function signIn(call: Call, tx: Tx, identifier: string, password: string): Person {
  const known = people.find(tx, identifier);
  const person = known ?? (canBeHandle(identifier) ? newPerson(identifier) : undefined);
  const isHome = call.request.host === entryway || call.request.host === person?.host;
  // With an app password, the server does not reveal that an account was taken down.
  const isAdmitted = password === appPassword && person?.isPasswordRevoked === false && !person.isTakenDown;
  if (person === undefined || !isHome || !isAdmitted) {
    refuse(401, 'AuthenticationRequired', 'Invalid identifier or password');
  }
  if (known === undefined) people.put(tx, person);
  return person;
}

export const refreshSession = xrpc({
  nsid: 'com.atproto.server.refreshSession',
  kind: 'procedure',
  auth: 'refresh',
  parameters: {},
  handle: (call, caller) => call.commit((tx) => ({ ...rotate(call, tx, caller), ...describe(caller.person) })),
});

export const deleteSession = xrpc({
  nsid: 'com.atproto.server.deleteSession',
  kind: 'procedure',
  auth: 'refresh',
  parameters: {},
  handle: (call, { sessionId }) => call.commit((tx) => endSession(tx, sessionId)),
});

function describe(person: Person) {
  return { did: person.did, didDoc: didDocumentOf(person), handle: person.handle, active: true };
}
