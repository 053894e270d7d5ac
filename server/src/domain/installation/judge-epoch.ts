import { StartFault } from '../../kernel/start-fault.ts';
import type { Epoch, EpochCopies } from './epoch-copies.ts';

/** Returns why the database must be held: a copy has a later epoch, or none confirms the database's own. */
export function judgeEpoch(database: Epoch, { media, host }: EpochCopies): string | undefined {
  const isConfirmed = host !== undefined && host.epoch <= database.epoch;
  if (host !== undefined && !isConfirmed) return older(database.epoch, host.epoch);
  if (media === 'unreadable') {
    if (isConfirmed) return undefined;
    throw new StartFault(
      'The media store cannot be read, so Herald cannot tell whether this database is an old copy. Check the media ' +
        'store with `herald doctor` and start again.',
    );
  }
  if (media === undefined) {
    return isConfirmed ? undefined : 'the media store has no copy of the epoch, so this database may be an old copy';
  }
  if (media.installationId !== database.installationId) {
    return 'the media store belongs to another installation, or to a later state of this one';
  }
  return media.epoch > database.epoch ? older(database.epoch, media.epoch) : undefined;
}

function older(database: number, copy: number): string {
  return `the database is older than what Herald last did (epoch ${database}, last known ${copy})`;
}
