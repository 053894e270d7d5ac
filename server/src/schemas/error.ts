import { Type } from 'typebox';

const Text = Type.String({ description: 'Text for humans.' });

/** The error shapes of the interface, by the name `http/error-response.ts` knows them under. */
export const errorSchemas = {
  simple: Type.Object({ error: Text }, { title: 'SimpleError' }),
  coded: Type.Object({ error: Text, code: Type.String() }, { title: 'CodedError' }),
  validation: Type.Object(
    {
      error: Text,
      type: Type.Literal('invalid_request_error'),
      code: Type.String(),
      param: Type.Union([Type.String(), Type.Null()], {
        description: 'Where the first fault lies, such as `platforms[0].accountId`; `null` for the whole.',
      }),
    },
    { title: 'ValidationError' },
  ),
  rateLimited: Type.Object(
    {
      error: Type.Literal('rate_limited'),
      retryAfter: Type.Integer({ minimum: 1, description: 'Whole seconds to wait.' }),
    },
    { title: 'RateLimitedError' },
  ),
};

export type ErrorShape = keyof typeof errorSchemas;
