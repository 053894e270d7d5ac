import type { GraphError } from '../meta/errors.ts';

/** What this network says of tokens beside what all Graph hosts say. */
export const ownTokenErrors = {
  wrongKind: (): GraphError => ({
    message: 'The access token is not of the kind that this call takes',
    code: 452,
  }),
  tooYoung: (): GraphError => ({
    message: 'The access token must be at least 24 hours old to be refreshed',
    type: 'IGApiException',
    code: 100,
  }),
};
