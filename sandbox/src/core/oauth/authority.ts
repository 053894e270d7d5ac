import type { Call } from '../platform.ts';
import { rawParameters } from '../wire/parameters.ts';
import { Refusal } from '../wire/reply.ts';
import { createCodes } from './codes.ts';
import type { AuthorityTable, Grant, Token } from './table.ts';
import { createTokens } from './tokens.ts';

export type Authority<P extends object, G extends Grant> = ReturnType<typeof createAuthority<P, G>>;

export function createAuthority<P extends object, G extends Grant>(table: AuthorityTable<P, G>) {
  const codes = createCodes(table);
  const tokens = createTokens(table);
  const { persons, accessKind } = table;

  const requireCaller = (call: Call): { readonly person: P; readonly token: Token<G> } => {
    const token = tokens.requireToken(call);
    const person = persons.get(call.store, table.personIdOf(token));
    if (person === undefined) throw new Refusal(table.tokenError(call, 'unknown', token));
    return { person, token };
  };

  const personIdOf = (call: Call): string | undefined => {
    const { code, token, refresh_token: refreshToken } = rawParameters(call.request);
    const grant =
      tokens.findToken(call) ??
      codes.getCode(call.store, code)?.grant ??
      tokens.getToken(call.store, 'refresh', refreshToken ?? token) ??
      tokens.getToken(call.store, accessKind, token);
    return grant && table.personIdOf(grant);
  };

  /** By token, code, `otherId`, or the `account` of the consent page. */
  const identify = (call: Call, otherId?: string): readonly string[] => {
    const { account } = rawParameters(call.request);
    const personId = personIdOf(call) ?? otherId;
    const person =
      personId === undefined ? persons.named(call.store, String(account)) : persons.get(call.store, personId);
    if (person !== undefined) return persons.identifiersOf(person);
    return typeof account === 'string' ? [account] : [];
  };

  const revokePresented = (call: Call): void => {
    const { refresh_token: refreshToken } = rawParameters(call.request);
    const presented = [tokens.findToken(call), tokens.getToken(call.store, 'refresh', refreshToken)];
    call.commit((tx) => presented.forEach((token) => token && tokens.revokeToken(tx, token)));
  };

  return { table, ...codes, ...tokens, requireCaller, personIdOf, identify, revokePresented };
}
