import { htmlDocument, type Html } from '@herald/pages';

type Page = { title: string; body: Html; refreshSeconds?: number; isWide?: boolean };

export function page({ body, ...options }: Page): string {
  return htmlDocument({ ...options, brand: 'Herald', brandUrl: '/' }, body);
}
