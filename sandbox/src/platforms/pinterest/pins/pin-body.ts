import type { Call } from '../../../core/platform.ts';
import { checkLength, jsonBody, readId, readRecord } from '../api-route.ts';
import { refuseRequest } from '../errors.ts';
import { limits } from '../limits.ts';

const shape = {
  board_id: 'string!',
  board_section_id: 'string',
  title: 'string',
  description: 'string',
  alt_text: 'string',
  link: 'string',
  dominant_color: 'string',
  media_source: 'object!',
} as const;

export function readPinBody(call: Call) {
  const body = readRecord(jsonBody(call), shape);
  readId('board_id', body.board_id);
  if (body.board_section_id !== undefined) refuseRequest("'board_section_id' is not a section of the board");
  checkWords(body);
  checkLength('alt_text', body.alt_text, limits.altTextCharacters);
  const { dominant_color: color } = body;
  if (color !== undefined && !/^#[0-9A-Fa-f]{6}$/.test(color)) refuseRequest(`'${color}' is not a colour`);
  return body;
}

type Words = { readonly [Name in 'title' | 'description' | 'link']?: string | undefined };

export function checkWords({ title, description, link }: Words): void {
  checkLength('title', title, limits.titleCharacters);
  checkLength('description', description, limits.descriptionCharacters);
  checkLength('link', link, limits.linkCharacters);
  const isAddress = link === undefined || (URL.canParse(link) && /^https?:$/.test(new URL(link).protocol));
  if (!isAddress) refuseRequest(`'${link}' is not a valid URL`);
}
