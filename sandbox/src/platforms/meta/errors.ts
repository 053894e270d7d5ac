import type { Call } from '../../core/platform.ts';
import { json, Refusal, type Reply } from '../../core/wire/reply.ts';

export type GraphError = {
  readonly message: string;
  readonly code: number;
  readonly subcode?: number;
  readonly type?: string;
  readonly status?: number;
  readonly isTransient?: boolean;
  readonly user?: readonly [title: string, message: string];
};

export function graphReply(call: Call, error: GraphError): Reply {
  const { message, code, subcode, type = 'OAuthException', status = 400, isTransient, user } = error;
  const body = {
    message,
    type,
    code,
    ...(subcode !== undefined && { error_subcode: subcode }),
    ...((isTransient !== undefined || user) && { is_transient: isTransient ?? false }),
    ...(user && { error_user_title: user[0], error_user_msg: user[1] }),
    fbtrace_id: `A${call.random.text(22)}`,
  };
  return json(status, { error: body });
}

export function refuse(call: Call, error: GraphError): never {
  throw new Refusal(graphReply(call, error));
}

export function refuseParameter(call: Call, message: string, user?: string): never {
  refuse(call, {
    message: user === undefined ? `(#100) ${message}` : message,
    code: 100,
    ...(user !== undefined && { user: ['Invalid parameter', user] as const }),
  });
}

export function missingObject(call: Call, id: string): GraphError {
  const verb = call.request.method.toLowerCase();
  return {
    message: `Unsupported ${verb} request. Object with ID '${id}' does not exist, cannot be loaded due to missing permissions, or does not support this operation. Please read the Graph API documentation at https://developers.facebook.com/docs/graph-api`,
    type: 'GraphMethodException',
    code: 100,
    subcode: 33,
  };
}

export const unknownPath = (path: string): GraphError => ({
  message: `Unknown path components: ${path}`,
  code: 2500,
});

/** A short path below a version counts as an unknown object. */
export function unknownGraphRoute(call: Call, versions: readonly string[]): Reply {
  const { path } = call.request;
  const [, version = '', id = '', ...rest] = path.split('/');
  const isObject = versions.includes(version) && id !== '' && rest.length <= 1;
  return graphReply(call, { ...(isObject ? missingObject(call, id) : unknownPath(path)), status: 404 });
}

export const unreadableGraphBody = (call: Call): Reply =>
  graphReply(call, { message: '(#100) The request body cannot be parsed', code: 100 });

export const graphBodyTooLarge = (call: Call): Reply =>
  graphReply(call, { message: '(#1) Please reduce the amount of data', code: 1, status: 413 });
