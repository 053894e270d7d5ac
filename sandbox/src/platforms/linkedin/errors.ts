import type { Call, RequestErrors } from '../../core/platform.ts';
import { oauthError } from '../../core/oauth/oauth-error.ts';
import { errorPage } from '../../core/pages/page.ts';
import { json, Refusal, type Reply } from '../../core/wire/reply.ts';

export type ServiceError = {
  readonly status: number;
  readonly message: string;
  readonly code?: string;
  readonly serviceErrorCode?: number;
};

export function errorReply({ status, serviceErrorCode, code, message }: ServiceError): Reply {
  return json(status, {
    status,
    ...(serviceErrorCode !== undefined && { serviceErrorCode }),
    ...(code !== undefined && { code }),
    message,
  });
}

export function refuse(error: ServiceError): never {
  throw new Refusal(errorReply(error));
}

type InputError = {
  readonly code: string;
  readonly description: string;
  readonly field?: string;
  readonly status?: number;
  readonly message?: string;
};

export function refuseInput({ code, description, field, status = 400, message = description }: InputError): never {
  const input = field === undefined ? {} : { inputPath: { fieldPath: field } };
  throw new Refusal(
    json(status, {
      errorDetailType: 'com.linkedin.common.error.BadRequest',
      message,
      errorDetails: { inputErrors: [{ description, input, code }] },
      status,
    }),
  );
}

export function refuseSchema(path: string, fault: string): never {
  refuse({ status: 422, message: `ERROR :: ${path} :: ${fault}\n` });
}

export const notFound = (what: string): ServiceError => ({
  status: 404,
  code: 'NOT_FOUND',
  message: `${what} not found`,
});

export function refuseQuery(name: string, code = 'QUERY_PARAM_NOT_ALLOWED'): never {
  refuseInput({
    code,
    description: `Invalid value for query parameter ${name}`,
    field: name,
    message: 'Invalid param. Please see errorDetails for more information.',
  });
}

export const isTokenCall = ({ request }: Call): boolean => request.path.startsWith('/oauth/');

const actionPaths = ['/rest/images', '/rest/documents', '/rest/videos'];

export const requestErrors: RequestErrors = {
  unknownRoute: (call) => {
    const { host, path, method, query } = call.request;
    if (host === 'www.linkedin.com') return errorPage(404, 'Page not found', 'Uh oh, we can’t seem to find the page.');
    if (method === 'POST' && actionPaths.includes(path)) {
      const message = `POST operation named ${query.get('action') ?? 'null'} not supported on resource '${path}'`;
      return errorReply({ status: 400, message });
    }
    return errorReply({ status: 404, code: 'RESOURCE_NOT_FOUND', message: 'No virtual resource found' });
  },
  unreadableBody: (call) =>
    isTokenCall(call)
      ? oauthError(400, 'invalid_request', 'The request body cannot be read')
      : errorReply({ status: 400, message: 'Cannot parse request entity' }),
  bodyTooLarge: () => errorReply({ status: 413, message: 'Request Entity Too Large' }),
};
