import { Type } from 'typebox';
import { PostIssue } from './post.ts';

const Text = Type.String({ description: 'Text for humans.' });

export const errorSchemas = {
  simple: Type.Object({ error: Text }, { title: 'SimpleError' }),
  coded: Type.Object(
    {
      error: Text,
      code: Type.String(),
      platform: Type.Optional(Type.String()),
      errorDescription: Type.Optional(Type.String({ description: 'The message of the platform.' })),
      missingScopes: Type.Optional(
        Type.Array(Type.String(), { description: 'The scopes that the account still needs.' }),
      ),
    },
    { title: 'CodedError' },
  ),
  platform: Type.Object(
    {
      error: Text,
      code: Type.String({ description: 'The error code of the platform.' }),
      platform: Type.String(),
      platformError: Type.String({ description: 'The message of the platform.' }),
      retryAfter: Type.Optional(Type.Integer()),
    },
    { title: 'PlatformError' },
  ),
  messaging: Type.Object(
    {
      error: Text,
      code: Type.Literal('PLATFORM_LIMITATION'),
      platform: Type.String(),
      platformError: Type.Object(
        {
          code: Type.Integer(),
          subcode: Type.Integer(),
          type: Type.String(),
          fbtraceId: Type.Optional(Type.String()),
        },
        { description: 'The error of the platform.' },
      ),
      lastMessageReceivedAt: Type.Union([Type.String(), Type.Null()], {
        description: 'When the person last wrote, as far as Herald knows.',
      }),
    },
    { title: 'MessagingError' },
  ),
  flow: Type.Object(
    { error: Type.String({ description: 'A stable value.' }), message: Type.Optional(Text) },
    { title: 'FlowError' },
  ),
  payment: Type.Object(
    {
      error: Text,
      code: Type.Literal('paymentRequired'),
      reason: Type.Enum(['freeTierExceeded', 'freePostLimitExceeded']),
      documentationUrl: Type.Union([Type.String(), Type.Null()]),
      dashboardUrl: Type.Union([Type.String(), Type.Null()]),
      details: Type.Object({
        planId: Type.String(),
        includedAccounts: Type.Integer(),
        freeTierAccountLimit: Type.Integer(),
        currentAccountCount: Type.Integer(),
        hasPaymentMethod: Type.Boolean(),
        postsUsed: Type.Optional(Type.Integer({ description: 'The posts already counted in that month.' })),
        postLimit: Type.Optional(Type.Integer({ description: 'The limit of posts in that month.' })),
      }),
    },
    { title: 'PaymentError' },
  ),
  validation: Type.Object(
    {
      error: Text,
      type: Type.Literal('invalid_request_error'),
      code: Type.String(),
      param: Type.Union([Type.String(), Type.Null()], {
        description: 'The field with the first error, such as `platforms[0].accountId`; `null` for the whole request.',
      }),
      issues: Type.Optional(Type.Array(PostIssue, { description: 'Every platform rule that the post breaks.' })),
      existingPostId: Type.Optional(
        Type.Union([Type.String(), Type.Null()], {
          description: 'The existing post with the same content, if the key may see it.',
        }),
      ),
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
