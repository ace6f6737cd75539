const namespace = 'http://s3.amazonaws.com/doc/2006-03-01/';

/** A whole document; `content` is elements already written, or escaped text. */
export function xmlDocument(root: string, content: string): string {
  return `<?xml version="1.0" encoding="UTF-8"?>\n<${root} xmlns="${namespace}">${content}</${root}>`;
}

export function elementOf(name: string, ...content: readonly string[]): string {
  return `<${name}>${content.join('')}</${name}>`;
}

/** One element around text; nothing at all when there is no text to hold. */
export function textElement(name: string, text: string | number | boolean | undefined): string {
  return text === undefined ? '' : `<${name}>${escapeXml(String(text))}</${name}>`;
}

export function escapeXml(text: string): string {
  // Next to no text has anything to escape, and a listing has thousands.
  if (text.search(special) === -1) return text;
  return text.replaceAll(special, (character) => named.get(character) ?? `&#${character.charCodeAt(0)};`);
}

const named = new Map([
  ['&', '&amp;'],
  ['<', '&lt;'],
  ['>', '&gt;'],
  ['"', '&quot;'],
]);

// A carriage return would be read back as a line feed; other control characters are what `encoding-type=url` is for.
// oxlint-disable-next-line no-control-regex
const special = /[&<>"\u0000-\u0008\u000b-\u001f]/g;
