export { htmlDocument } from './document.ts';
export { html, type Html } from './html.ts';
export { logoFile } from './logo.ts';
