import type { GraphError } from '../../meta/errors.ts';

const igError = { type: 'IGApiException' } as const;
const tooFast = { message: '(#613) Calls to this api have exceeded the rate limit.', code: 613, isTransient: true };

export const messageErrors = {
  deleted: { ...igError, message: 'The message has been deleted', code: 100, subcode: 33 },
  unknownUser: { ...igError, message: 'No matching Instagram user', code: 100, subcode: 2_534_014 },
  consentNeeded: { ...igError, message: 'User consent is required to access user profile', code: 230 },
  windowClosed: {
    ...igError,
    message: 'This message is sent outside of allowed window.',
    code: 10,
    subcode: 2_534_022,
    status: 403,
  },
  alreadyReplied: {
    ...igError,
    message: 'The activity you are trying to reply to already has a private reply.',
    code: 100,
    subcode: 2_534_025,
  },
  tooManyPrivateReplies: { ...tooFast, subcode: 2_534_013 },
  tooManyLists: { ...tooFast, subcode: 2_534_040 },
} as const satisfies Readonly<Record<string, GraphError>>;
