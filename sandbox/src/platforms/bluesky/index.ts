import type { Call, Platform } from '../../core/platform.ts';
import { rawParameters } from '../../core/wire/parameters.ts';
import { putAccount } from './accounts.ts';
import { requestErrors } from './errors.ts';
import { faults } from './faults.ts';
import { addPost } from './native-posts.ts';
import { people } from './people.ts';
import { routes } from './routes.ts';
import { seed } from './seed.ts';
import { claimsOf } from './sessions.ts';
import { jobs } from './video.ts';

export const bluesky: Platform = {
  name: 'bluesky',
  label: 'Bluesky',
  routes,
  errors: requestErrors,
  faults,
  identify,
  seed,
  putAccount,
  addPost,
  findAccount: (reader, account) => {
    const person = people.find(reader, account);
    return person && { id: person.did };
  },
};

function identify(call: Call): readonly string[] {
  const claims = claimsOf(call);
  const { identifier, repo, jobId } = rawParameters(call.request);
  const job = jobs.get(call.store, String(jobId));
  const named = claims?.['sub'] ?? claims?.['iss'] ?? identifier ?? repo ?? job?.did;
  if (typeof named !== 'string') return [];
  const person = people.find(call.store, named);
  return person === undefined ? [named.toLowerCase()] : [person.handle, person.did];
}
