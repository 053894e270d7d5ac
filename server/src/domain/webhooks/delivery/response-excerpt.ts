const excerptBytesMax = 1024;
// Masking shorter values would make every excerpt unreadable and protect nothing.
const secretLengthMin = 4;
const wordLengthMin = 8;

/** The beginning of a response as text that PostgreSQL can store. Secrets that the receiver echoes are masked. */
export function responseExcerpt(body: Buffer, secrets: readonly string[]): string {
  const forms = [...new Set(secrets.flatMap(writtenForms))].toSorted((a, b) => b.length - a.length);
  // A secret that begins within the excerpt must be seen whole.
  const readMax = excerptBytesMax + (forms[0]?.length ?? 0);
  const text = body.toString('utf8').slice(0, readMax).replaceAll('\u0000', '\uFFFD');
  // A mask is as long as the secret, so that the cut never reaches text behind the excerpt.
  const masked = forms.reduce((all, form) => all.replaceAll(form, '*'.repeat(form.length)), text);
  return cutToBytes(masked, excerptBytesMax);
}

/** As receivers write it: as it is, in JSON, in a URL, and without a scheme such as `Bearer`. */
function writtenForms(secret: string): string[] {
  const words = secret.split(/\s+/).filter((word) => word.length >= wordLengthMin);
  return [secret, ...words]
    .filter((value) => value.length >= secretLengthMin)
    .flatMap((value) => [value, JSON.stringify(value).slice(1, -1), encodeURIComponent(value.toWellFormed())]);
}

function cutToBytes(text: string, bytesMax: number): string {
  const { read } = new TextEncoder().encodeInto(text, new Uint8Array(bytesMax));
  return text.slice(0, read);
}
