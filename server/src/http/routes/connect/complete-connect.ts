import { Type } from 'typebox';
import { completeConnect } from '../../../domain/connect/complete-connect.ts';
import { adapters } from '../../../platforms/registry.ts';
import { exampleId } from '../../../schemas/common.ts';
import { ConnectCompleted } from '../../../schemas/connect.ts';
import { jsonRoute } from '../../route.ts';

const formFields = adapters.flatMap(({ connect, label }) =>
  connect.kind === 'form'
    ? connect.fields.map(({ name, hint, lengthMax }) => [
        name,
        Type.Optional(Type.String({ maxLength: lengthMax, description: `${label}: ${hint}` })),
      ])
    : [],
);

export const completeConnectRoute = jsonRoute({
  method: 'POST',
  path: '/v1/connect/{platform}',
  operation: 'complete connect',
  tag: 'Connect',
  description:
    'Completes a connection without the hosted callback or page. A `state` works once; if a bot waits for a code, repeat ' +
    'the request until the bot has seen it.',
  access: 'write',
  unknownKeys: 'ignore',
  body: Type.Object(
    {
      state: Type.String({ maxLength: 512, description: 'The `state` of the connection.' }),
      profileId: Type.String({ description: 'The profile for which the connection was started.' }),
      code: Type.Optional(Type.String({ maxLength: 4096, description: 'What the platform returned to the person.' })),
      ...(Object.fromEntries(formFields) as Record<string, never>),
    },
    {
      title: 'CompleteConnect',
      'x-example': { state: 'b2c4e6f8a0d1', profileId: exampleId('prf_'), code: 'AQBx-hBsH3' },
    },
  ),
  success: 200,
  response: ConnectCompleted,
  errors: [
    'urlNotAllowed',
    'oauthCallbackFailed',
    'paymentRequired',
    'oauthStateUserMismatch',
    'notFound',
    'accountInOtherProfile',
    'connectNotCompleted',
    'oauthFailed',
  ],
  handle: (ctx, { params, body }) => completeConnect(ctx, params.platform, body),
});
