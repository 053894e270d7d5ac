import type { Call, Route } from '../platform.ts';
import { json, type Reply } from '../wire/reply.ts';
import type { Authority } from './authority.ts';
import type { Grant, Token } from './table.ts';
import { readTokenFields, type TokenForm } from './token-form.ts';

type RevokeTable = {
  readonly host: string;
  readonly path: string;
  readonly form: TokenForm;
  readonly ends: 'token' | 'grant';
  /** Default: the same as for a known token. */
  unknownToken?(call: Call): Reply;
  /** Expired and revoked tokens count as unknown. */
  readonly forgetsDeadTokens?: true;
  readonly body: object;
};

export function revokeRoute<P extends object, G extends Grant>(authority: Authority<P, G>, table: RevokeTable): Route {
  const { accessKind, app, personIdOf } = authority.table;
  const findToken = ({ store, clock }: Call, text: string): Token<G> | undefined => {
    const token = authority.getToken(store, 'refresh', text) ?? authority.getToken(store, accessKind, text);
    const isForgotten = table.forgetsDeadTokens === true && token && !authority.isLive(token, clock.now());
    return isForgotten === true ? undefined : token;
  };
  return {
    host: table.host,
    methods: ['POST'],
    path: table.path,
    operation: 'revokeToken',
    handle: (call) => {
      const token = findToken(call, readTokenFields(call, table.form, app).get('token') ?? '');
      if (token === undefined) return table.unknownToken?.(call) ?? json(200, table.body);
      call.commit((tx) => {
        if (table.ends === 'token') authority.revokeToken(tx, token);
        else authority.revokePerson(tx, personIdOf(token));
      });
      return json(200, table.body);
    },
  };
}
