import { faultText } from '../../boot/fault-text.ts';
import { withDatabase } from '../../boot/with-database.ts';
import { findHeldReason, heldMessage } from '../../domain/installation/restore-guard.ts';
import type { Finding } from './finding.ts';

export async function checkHeld(databaseUrl: string): Promise<Finding> {
  try {
    const reason = await withDatabase(databaseUrl, findHeldReason);
    return reason === undefined
      ? { level: 'ok', check: 'release', message: 'Herald is not held' }
      : { level: 'fault', check: 'release', message: heldMessage(reason) };
  } catch (error) {
    return { level: 'fault', check: 'release', message: faultText(error) };
  }
}
