import type { Tx } from '../../core/state/store.ts';
import { newPerson, persons, type Person } from './persons.ts';

const seeded: readonly Person[] = [
  {
    ...newPerson('ada.dances', '-000AdaDancesThroughTheEngineRoom_01'),
    displayName: 'Ada Dances',
    followerCount: 1815,
  },
  {
    ...newPerson('grace.whispers', '-000GraceWhispersToTheMachine____02'),
    displayName: 'Grace Whispers',
    privacyLevels: ['FOLLOWER_OF_CREATOR', 'MUTUAL_FOLLOW_FRIENDS', 'SELF_ONLY'],
    commentDisabled: true,
    duetDisabled: true,
    stitchDisabled: true,
    maxVideoSeconds: 60,
    rotatesRefreshToken: false,
  },
  {
    ...newPerson('linus.lurks', '-000LinusLurksInTheCornerQuietly_03'),
    displayName: 'Linus Lurks',
    isAppAudited: false,
  },
];

export function seed(tx: Tx): void {
  for (const person of seeded) persons.put(tx, person);
}
