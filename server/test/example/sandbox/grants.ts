import type { Call } from '../../../../sandbox/src/core/platform.ts';
import { Refusal } from '../../../../sandbox/src/core/wire/reply.ts';
import { collection, type Reader, type Tx } from '../../../../sandbox/src/core/state/store.ts';
import { error } from './errors.ts';

export type Person = { name: string; pages: string[] };
export type Grant = {
  id: string;
  person: string;
  pages: string[];
  scopes: string[];
  accessToken: string;
  expiresAt: number;
  refreshToken: string;
  usedRefreshTokens: string[];
};

export const persons = collection<Person>('parrot/persons');
export const grants = collection<Grant>('parrot/grants');
export const tokenSeconds = 3600;

export function makePerson(tx: Tx, name: string, pageCount: number): Person {
  const pages = Array.from({ length: pageCount }, (_, index) => (index === 0 ? name : `${name}-${index + 1}`));
  const person = { name, pages };
  persons.put(tx, name, person);
  return person;
}

export function revoke(tx: Tx, id: string): void {
  grants.delete(tx, id);
}

function bearerOf({ request }: Call): string {
  return request.headers.authorization?.replace('Bearer ', '') ?? '';
}

export function grantOf(call: Call): Grant | undefined {
  return grants.all(call.store).find((grant) => grant.accessToken === bearerOf(call));
}

export function needGrant(call: Call, scope?: string): Grant {
  const grant = grantOf(call);
  if (grant === undefined) throw new Refusal(error(401, 'token_revoked', 'The token was revoked'));
  if (grant.expiresAt <= call.clock.now()) throw new Refusal(error(401, 'token_expired', 'The token has expired'));
  if (scope !== undefined && !grant.scopes.includes(scope)) {
    throw new Refusal(error(403, 'scope_missing', `${scope} was not granted`));
  }
  return grant;
}

export function needPage(call: Call, page: string): Grant {
  const grant = needGrant(call, 'squawk');
  if (!grant.pages.includes(page)) throw new Refusal(error(403, 'scope_missing', 'This page was not chosen'));
  return grant;
}

export function grantWith(reader: Reader, refreshToken: string): Grant | undefined {
  return grants.all(reader).find((one) => [one.refreshToken, ...one.usedRefreshTokens].includes(refreshToken));
}
