import { Type } from 'typebox';
import { Count, Flag, List, Nullable, PlatformName, Text, Timestamp, Url } from './common.ts';
import { PostIssue } from './post.ts';

const Explanation = Text('Text for humans.', 'The account needs to be connected again');
const Code = (example: string) => Text('A stable value, see the error catalogue.', example);
const PlatformMessage = Text('The message of the platform.', 'The access token has expired');

export const errorSchemas = {
  simple: Type.Object(
    { error: Text('Text for humans.', 'Not found') },
    { title: 'SimpleError', description: 'An error with a text only.' },
  ),
  coded: Type.Object(
    {
      error: Explanation,
      code: Code('connectionDead'),
      platform: Type.Optional(PlatformName),
      errorDescription: Type.Optional(PlatformMessage),
      missingScopes: Type.Optional(
        List('The scopes that the account still needs.', Text('A scope.', 'instagram_business_content_publish')),
      ),
    },
    { title: 'CodedError', 'x-example': {}, description: 'An error with a stable code.' },
  ),
  platform: Type.Object(
    {
      error: Explanation,
      code: Text('The error code of the platform.', '190'),
      platform: PlatformName,
      platformError: PlatformMessage,
      retryAfter: Type.Optional(Count('Whole seconds to wait.', 60)),
    },
    { title: 'PlatformError', 'x-example': {}, description: 'An error of the platform.' },
  ),
  messaging: Type.Object(
    {
      error: Explanation,
      code: Type.Literal('PLATFORM_LIMITATION', { description: 'Always the same value.' }),
      platform: PlatformName,
      platformError: Type.Object(
        {
          code: Type.Integer({ description: 'Code of the error.', examples: [10] }),
          subcode: Type.Integer({ description: 'Subcode of the error.', examples: [2534022] }),
          type: Text('Type of the error.', 'OAuthException'),
          fbtraceId: Type.Optional(Text('Trace ID for the support of the platform.', 'AbCdEfGhIjK')),
        },
        { description: 'The error of the platform.' },
      ),
      lastMessageReceivedAt: Nullable(Timestamp('When the person last wrote, as far as Herald knows.')),
    },
    { title: 'MessagingError', description: 'The platform does not allow a message to this person now.' },
  ),
  flow: Type.Object(
    { error: Text('A stable value.', 'connect_session_expired'), message: Type.Optional(Explanation) },
    { title: 'FlowError', description: 'An error while an account is connected.' },
  ),
  payment: Type.Object(
    {
      error: Explanation,
      code: Type.Literal('paymentRequired', { description: 'Always the same value.' }),
      reason: Type.Enum(['freeTierExceeded', 'freePostLimitExceeded'], { description: 'Which limit is exceeded.' }),
      documentationUrl: Nullable(Url('Where the plans are explained.', 'https://example.com/plans')),
      dashboardUrl: Nullable(Url('Where the plan can be changed.', 'https://example.com/billing')),
      details: Type.Object(
        {
          planId: Text('Name of the plan.', 'free'),
          includedAccounts: Count('Accounts that the plan includes.', 2),
          freeTierAccountLimit: Count('Accounts that the free plan includes.', 2),
          currentAccountCount: Count('Connected accounts.', 2),
          hasPaymentMethod: Flag('Always false: Herald does not charge anybody.'),
          postsUsed: Type.Optional(Count('The posts already counted in that month.', 20)),
          postLimit: Type.Optional(Count('The limit of posts in that month.', 20)),
        },
        { description: 'The plan and what is used of it.' },
      ),
    },
    { title: 'PaymentError', description: 'The plan does not include this.' },
  ),
  validation: Type.Object(
    {
      error: Text('Text for humans.', 'scheduledFor must be at least 60 seconds in the future'),
      type: Type.Literal('invalid_request_error', { description: 'Always the same value.' }),
      code: Code('validation'),
      param: Nullable(
        Text(
          'The field with the first error, such as `platforms[0].accountId`; `null` for the whole request.',
          'scheduledFor',
        ),
      ),
      issues: Type.Optional(List('Every platform rule that the post breaks.', PostIssue)),
      existingPostId: Type.Optional(
        Nullable(
          Text('The existing post with the same content, if the key may see it.', 'pst_0mh2k5n8q1t4w7z0c3f6j9m2'),
        ),
      ),
    },
    { title: 'ValidationError', 'x-example': {}, description: 'An error in the request.' },
  ),
  rateLimited: Type.Object(
    {
      error: Type.Literal('rate_limited', { description: 'Always the same value.' }),
      retryAfter: Type.Integer({ minimum: 1, description: 'Whole seconds to wait.', examples: [12] }),
    },
    { title: 'RateLimitedError', description: 'There were too many requests.' },
  ),
};

export type ErrorShape = keyof typeof errorSchemas;
