import { refuse, refuseRequest } from './errors.ts';
import { writeJwt } from './jwt.ts';
import { lifetimes } from './limits.ts';
import { people } from './people.ts';
import { xrpc } from './xrpc.ts';

export const resolveHandle = xrpc({
  nsid: 'com.atproto.identity.resolveHandle',
  kind: 'query',
  auth: 'none',
  parameters: { handle: 'string!' },
  handle: (call, _caller, { handle }) => {
    if (!/^([a-z0-9]([a-z0-9-]*[a-z0-9])?\.)+[a-z][a-z0-9-]*$/i.test(handle)) {
      refuseRequest('Params/handle must be a valid handle');
    }
    const person = people.find(call.store, handle) ?? refuseRequest('Unable to resolve handle');
    return { did: person.did };
  },
});

/** Authorizes one method for this person. */
export const getServiceAuth = xrpc({
  nsid: 'com.atproto.server.getServiceAuth',
  kind: 'query',
  auth: 'access',
  parameters: { aud: 'string!', lxm: 'string', exp: 'integer' },
  handle: (call, { person }, { aud, lxm, exp }) => {
    if (!/^did:(web|plc):[\w.:%-]+(#\w+)?$/.test(aud)) refuseRequest('Params/aud must be a valid did');
    const now = call.clock.now();
    const end = exp === undefined ? now + lifetimes.serviceAuthMs : exp * 1000;
    const maxMs = lxm === undefined ? lifetimes.serviceAuthMs : lifetimes.serviceAuthMsMax;
    if (end <= now) refuse(400, 'BadExpiration', 'expiration is in past');
    if (end > now + maxMs)
      refuse(400, 'BadExpiration', 'cannot request a token with an expiration that far in the future');
    const claims = { iss: person.did, aud, iat: Math.floor(now / 1000), exp: Math.floor(end / 1000) };
    return { token: writeJwt('JWT', { ...claims, ...(lxm !== undefined && { lxm }), jti: call.random.text(22) }) };
  },
});
