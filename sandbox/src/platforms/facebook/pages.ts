import type { Random } from '../../core/state/random.ts';
import { collection, type Reader, type Tx } from '../../core/state/store.ts';
import type { Node } from '../meta/fields.ts';
import { tasks, type Task } from './limits.ts';

export type Page = {
  readonly id: string;
  readonly username: string;
  readonly title: string;
  readonly ownerId: string;
  readonly tasks: readonly Task[];
  readonly followersCount: number;
  readonly isBlocked: boolean;
  /** Owned by a business portfolio: listed only with `business_management`. */
  readonly isOwnedByBusiness: boolean;
  readonly refusesDuplicates: boolean;
  /** Publishing a reel also returns its post's ID. */
  readonly namesReelPosts: boolean;
};

const stored = collection<Page>('facebook/pages');

export const pages = {
  get: (reader: Reader, id: string): Page | undefined => stored.get(reader, id),
  named: (reader: Reader, username: string): Page | undefined =>
    stored.all(reader).find((page) => page.username === username),
  ownedBy: (reader: Reader, personId: string): Page[] => stored.all(reader).filter((page) => page.ownerId === personId),
  put: (tx: Tx, page: Page): void => stored.put(tx, page.id, page),
};

export const newPage = (username: string, ids: Pick<Page, 'id' | 'ownerId'>): Page => ({
  ...ids,
  username,
  title: username,
  tasks,
  followersCount: 128,
  isBlocked: false,
  isOwnedByBusiness: false,
  refusesDuplicates: false,
  namesReelPosts: false,
});

export const pageIdPrefix = '1000';

export const freshPageId = (random: Random): string => `${pageIdPrefix}${random.digits(11)}`;

export const findPage = (reader: Reader, account: string): Page | undefined =>
  pages.get(reader, account) ?? pages.named(reader, account);

export function pageNode(page: Page, accessToken: string | undefined): Node {
  const size = { height: 200, width: 200 };
  return {
    type: 'Page',
    defaults: ['access_token', 'category', 'name', 'id', 'tasks'],
    values: {
      id: page.id,
      name: page.title,
      username: page.username,
      category: 'Media/News Company',
      access_token: accessToken,
      tasks: page.tasks,
      followers_count: page.followersCount,
      fan_count: page.followersCount,
      instagram_business_account: undefined,
      link: `https://www.facebook.com/${page.username}`,
    },
    edges: {
      picture: {
        type: 'ProfilePictureSource',
        defaults: ['height', 'is_silhouette', 'url', 'width'],
        values: { ...size, is_silhouette: false, url: `https://scontent.xx.fbcdn.net/v/${page.id}.jpg` },
      },
    },
    modifiers: { picture: ['type(large)', 'type(normal)', 'type(small)', 'type(square)'] },
  };
}
