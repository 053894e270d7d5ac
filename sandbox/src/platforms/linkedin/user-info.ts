import type { Route } from '../../core/platform.ts';
import { json } from '../../core/wire/reply.ts';
import { refuse, refuseQuery } from './errors.ts';
import { scopes } from './limits.ts';
import { fullNameOf } from './persons.ts';
import { authority } from './oauth.ts';
import { apiHost } from './rest-route.ts';
import { tokenErrors } from './token-errors.ts';

/** This endpoint is not versioned. */
export const getUserInfo: Route = {
  host: apiHost,
  methods: ['GET'],
  path: '/v2/userinfo',
  operation: 'getUserInfo',
  handle: (call) => {
    const { person, token } = authority.requireCaller(call);
    const [stray] = [...call.request.query.keys()];
    if (stray !== undefined) refuseQuery(stray);
    const needed = [scopes.signIn, scopes.profile];
    if (!needed.every((scope) => token.scopes.includes(scope))) {
      refuse(tokenErrors.permission('userinfo.GET.NO_VERSION'));
    }
    return json(200, {
      sub: person.id,
      ...(token.scopes.includes(scopes.email) && { email: `${person.vanityName}@example.com`, email_verified: true }),
      name: fullNameOf(person),
      locale: { country: 'US', language: 'en' },
      given_name: person.givenName,
      family_name: person.familyName,
      picture: `https://media.licdn.com/dms/image/v2/${person.id}/profile-displayphoto-shrink_100_100/0`,
    });
  },
};
