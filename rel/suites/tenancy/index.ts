import type { Suite } from '../../harness/case.ts';
import { crossTenantMatrix } from './cross-tenant-matrix.ts';
import { interleaveTenants } from './interleave-tenants.ts';
import { mixedProfilePosts } from './mixed-profile-posts.ts';

export const tenancySuite: Suite = {
  name: 'tenancy',
  about: 'Tenants, and keys that are limited to profiles, cannot see or change what is not theirs.',
  quickSeconds: 35,
  cases: [crossTenantMatrix, interleaveTenants, mixedProfilePosts],
};
