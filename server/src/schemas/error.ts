import { Type } from 'typebox';
import { PostIssue } from './post.ts';

const Text = Type.String({ description: 'Text for humans.' });

/** The error shapes of the interface, by the name `http/error-response.ts` knows them under. */
export const errorSchemas = {
  simple: Type.Object({ error: Text }, { title: 'SimpleError' }),
  coded: Type.Object(
    {
      error: Text,
      code: Type.String(),
      platform: Type.Optional(Type.String()),
      errorDescription: Type.Optional(Type.String({ description: 'What the platform itself said.' })),
      missingScopes: Type.Optional(
        Type.Array(Type.String(), { description: 'What the account must still be granted.' }),
      ),
    },
    { title: 'CodedError' },
  ),
  platform: Type.Object(
    {
      error: Text,
      code: Type.String({ description: 'The platform’s own.' }),
      platform: Type.String(),
      platformError: Type.String({ description: 'What the platform said.' }),
      retryAfter: Type.Optional(Type.Integer()),
    },
    { title: 'PlatformError' },
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
        postsUsed: Type.Optional(Type.Integer({ description: 'Posts: what the month has already.' })),
        postLimit: Type.Optional(Type.Integer({ description: 'Posts: what it may have.' })),
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
        description: 'Where the first fault lies, such as `platforms[0].accountId`; `null` for the whole.',
      }),
      issues: Type.Optional(Type.Array(PostIssue, { description: 'Posts: every rule of the networks that failed.' })),
      existingPostId: Type.Optional(
        Type.Union([Type.String(), Type.Null()], { description: 'The post that says the same, where you may see it.' }),
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
