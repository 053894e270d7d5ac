import { AppError } from '../kernel/errors.ts';
import type { Caller, Scope } from './context.ts';
import { systemScope } from './system-scope.ts';

export function scopeOf(caller: Caller): Scope {
  if (caller.kind === 'system') return systemScope(caller.ownerId);
  return { ownerId: caller.ownerId, profiles: caller.profiles, keyId: caller.keyId };
}

export function canSeeProfile(scope: Scope, profileId: string): boolean {
  return scope.profiles === 'all' || scope.profiles.has(profileId);
}

export const permissionMessage = 'API key requires read_write permission';

export function requireAllProfiles(caller: Caller): void {
  if (scopeOf(caller).profiles !== 'all') throw new AppError('permissionRequired', permissionMessage);
}
