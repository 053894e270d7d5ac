import type { RequestErrors } from '../../core/platform.ts';
import { errorPage } from '../../core/pages/page.ts';
import { json, Refusal, type Reply } from '../../core/wire/reply.ts';
import { videoHost, xrpcHosts } from './hosts.ts';

export function errorReply(status: number, error: string, message: string): Reply {
  return json(status, { error, message });
}

export function refuse(status: number, error: string, message: string): never {
  throw new Refusal(errorReply(status, error, message));
}

export function refuseRequest(message: string): never {
  refuse(400, 'InvalidRequest', message);
}

export const requestErrors: RequestErrors = {
  unknownRoute: ({ request }) => {
    if (![...xrpcHosts, videoHost].includes(request.host)) {
      return errorPage(404, 'Not found', 'There is no such page.');
    }
    const isMethod = /^\/xrpc\/[\w-]+(\.[\w-]+){2,}$/.test(request.path);
    return isMethod
      ? errorReply(404, 'XRPCNotSupported', 'XRPCNotSupported')
      : errorReply(404, 'NotFound', `Cannot ${request.method} ${request.path}`);
  },
  unreadableBody: () => errorReply(400, 'InvalidRequest', 'The request body cannot be read as JSON'),
  bodyTooLarge: () => errorReply(413, 'PayloadTooLarge', 'request entity too large'),
};
