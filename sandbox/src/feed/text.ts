import { html, type Html } from '@herald/pages';

export function linkedHtml(text: string): Html[] {
  return text
    .split(/(https?:\/\/[^\s<>"]+[^\s<>".,;:!?)\]])/)
    .map((part, index) =>
      index % 2 === 0 ? html`${part}` : html`<a href="${part}" rel="noreferrer nofollow">${part}</a>`,
    );
}

const format = new Intl.DateTimeFormat('en', { dateStyle: 'medium', timeStyle: 'medium', timeZone: 'UTC' });

export const timeHtml = (instant: string): Html =>
  html`<time datetime="${instant}">${format.format(new Date(instant))} UTC</time>`;

export const counted = (count: number, noun: string): string => `${count} ${noun}${count === 1 ? '' : 's'}`;
