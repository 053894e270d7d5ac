import { invalid, uploaded, type Expected } from './expected.ts';
import { dot, file, form } from './forms.ts';

export type MultipartAbuse = {
  name: string;
  contentType?: string | null;
  headers?: readonly string[];
  body: Uint8Array | (() => Iterable<Uint8Array>);
  /** Default: `Content-Length` for bytes, chunked for a function. */
  framing?: 'chunked' | 'none' | { length: number };
  isCut?: boolean;
  method?: string;
  key?: 'none';
  expected: Expected;
};

export const good = form(file);
export const ok = uploaded('dot.gif', dot.length);
export const noFile = invalid(/Send the file as the form field "file"/);
export const notForm = invalid(/multipart\/form-data with a boundary/);
export const oneFile = invalid(/one file at a time/);
export const cutShort = invalid(/malformed or incomplete/);
export const noName = invalid(/has no name/);
export const tooLong = invalid(/larger than 26214400 bytes|too large/);
export const tooMany = invalid(/too many parts/);
