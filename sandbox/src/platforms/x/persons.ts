import { createPersons } from '../../core/state/persons.ts';
import { rates } from './limits.ts';

export type Person = {
  readonly id: string;
  readonly username: string;
  readonly displayName: string;
  readonly isPremium: boolean;
  readonly isSuspended: boolean;
  readonly followersCount: number;
  /** Within 15 minutes; 0: unlimited. */
  readonly postsPerWindow: number;
  /** Replies use the newer names, such as `edit_history_post_ids` and `repost_count`. */
  readonly usesNewNames: boolean;
};

export const persons = createPersons<Person>({
  platform: 'x',
  idOf: ({ id }) => id,
  nameOf: ({ username }) => username,
  isName: (name) => /^\w{4,15}$/.test(name),
  create: (name, random) => newPerson(name, `1${random.digits(18)}`),
  ignoresCase: true,
});

export const profileUrlOf = ({ username }: Person): string => `https://x.com/${username}`;
export const tweetUrlOf = (person: Person, id: string): string => `${profileUrlOf(person)}/status/${id}`;

export function newPerson(username: string, id: string): Person {
  return {
    id,
    username,
    displayName: username,
    isPremium: false,
    isSuspended: false,
    followersCount: 0,
    postsPerWindow: rates.createTweet,
    usesNewNames: false,
  };
}
