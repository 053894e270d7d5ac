import { permissionMessage, requireAllProfiles } from '../../domain/access.ts';
import type { Caller } from '../../domain/context.ts';
import { AppError } from '../../kernel/errors.ts';
import type { Access } from '../route.ts';

export function requirePermission(caller: Caller, access: Access): void {
  if (access === 'none' || access === 'read' || caller.kind === 'system') return;
  if (caller.permission !== 'read-write') throw new AppError('permissionRequired', permissionMessage);
  if (access === 'write-all') requireAllProfiles(caller);
  if (caller.profiles !== 'all' && caller.profiles.size === 0) {
    throw new AppError('forbidden', 'The profiles of this API key were deleted, so it can no longer change anything');
  }
}
