import { isTid } from '../tid.ts';

const datetime = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}(\.\d{1,20})?(Z|[+-]\d{2}:\d{2})$/;
const postUri = /^at:\/\/(did:[a-z]+:[\w.:%-]+)\/app\.bsky\.feed\.post\/([^/]+)$/;

export const formats = {
  datetime: {
    name: 'datetime',
    test: (text: string) => datetime.test(text) && !text.endsWith('-00:00') && !Number.isNaN(Date.parse(text)),
  },
  language: { name: 'language', test: (text: string) => /^(i|[a-z]{2,3})(-[A-Za-z0-9]+)*$/.test(text) },
  uri: { name: 'uri', test: (text: string) => /^[a-z][a-z0-9+.-]*:\S+$/i.test(text) && URL.canParse(text) },
  did: { name: 'did', test: (text: string) => /^did:[a-z]+:[\w.:%-]+$/.test(text) },
  cid: { name: 'cid', test: (text: string) => /^b[a-z2-7]{58}$/.test(text) },
  postUri: { name: 'at-uri', test: (text: string) => postUri.test(text) },
};

export function readPostUri(uri: string): { did: string; rkey: string } | undefined {
  const [, did = '', rkey = ''] = postUri.exec(uri) ?? [];
  return isTid(rkey) ? { did, rkey } : undefined;
}
