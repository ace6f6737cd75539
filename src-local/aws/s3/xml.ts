import { AwsError } from '../protocol/aws-error.ts';

export interface XmlElement {
  readonly name: string;
  readonly children: XmlElement[];
  text: string;
}

/** S3's requests consist of elements and text; attributes are namespaces and are ignored. */
export function readXml(bytes: Uint8Array, root: string): XmlElement {
  const document: XmlElement = { name: '', children: [], text: '' };
  const open = [document];
  const source = utf8(bytes);
  token.lastIndex = 0;
  for (let at = 0; at < source.length; at = token.lastIndex) {
    const found = token.exec(source);
    const parent = open.at(-1);
    if (!found || !parent) throw malformedXml();
    const { start, empty, end, cdata, text } = found.groups ?? {};
    if (start !== undefined) {
      const element: XmlElement = { name: localName(start), children: [], text: '' };
      parent.children.push(element);
      if (empty !== '/') open.push(element);
    } else if (end !== undefined) {
      if (open.length < 2 || parent.name !== localName(end)) throw malformedXml();
      open.pop();
    } else parent.text += cdata ?? unescapeXml(text ?? '');
  }
  const [only, ...others] = document.children;
  if (open.length > 1 || !only || others.length > 0 || only.name !== root) throw malformedXml();
  return only;
}

/** Groups the children by name. A child that is not listed is refused, because its meaning would be lost. */
export function groupChildren(element: XmlElement, allowed: readonly string[]): Map<string, XmlElement[]> {
  const members = new Map<string, XmlElement[]>();
  for (const child of element.children) {
    if (!allowed.includes(child.name)) throw malformedXml();
    const same = members.get(child.name);
    if (same) same.push(child);
    else members.set(child.name, [child]);
  }
  return members;
}

export function readText(members: Map<string, XmlElement[]>, name: string): string | undefined {
  const [element, second] = members.get(name) ?? [];
  if (second || (element && element.children.length > 0)) throw malformedXml();
  return element?.text;
}

export function readRequiredText(members: Map<string, XmlElement[]>, name: string): string {
  const text = readText(members, name);
  if (text === undefined) throw malformedXml();
  return text;
}

const token =
  /<\?[^]*?\?>|<!--[^]*?-->|<!\[CDATA\[(?<cdata>[^]*?)\]\]>|<\/(?<end>[\w:.-]+)\s*>|<(?<start>[\w:.-]+)(?:\s+[\w:.-]+\s*=\s*(?:"[^"<]*"|'[^'<]*'))*\s*(?<empty>\/?)>|(?<text>[^<]+)/y;

function localName(name: string): string {
  return name.slice(name.indexOf(':') + 1);
}

function utf8(bytes: Uint8Array): string {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes).replaceAll('\r\n', '\n');
  } catch {
    throw malformedXml();
  }
}

const entities = new Map([
  ['lt', '<'],
  ['gt', '>'],
  ['amp', '&'],
  ['quot', '"'],
  ['apos', "'"],
]);

function unescapeXml(text: string): string {
  return text.replaceAll(/&([^;]*);?/g, (_whole, name: string) => {
    const code = /^#(?:(\d{1,7})|x([\dA-Fa-f]{1,6}))$/.exec(name);
    const point = code ? Number.parseInt(code[1] ?? code[2] ?? '', code[1] ? 10 : 16) : undefined;
    if (point !== undefined && point <= 0x10_ffff) return String.fromCodePoint(point);
    const character = entities.get(name);
    if (character === undefined) throw malformedXml();
    return character;
  });
}

const namespace = 'http://s3.amazonaws.com/doc/2006-03-01/';

/** Returns a whole document. `content` is elements already written, or escaped text. */
export function xmlDocument(root: string, content: string): string {
  return `<?xml version="1.0" encoding="UTF-8"?>\n<${root} xmlns="${namespace}">${content}</${root}>`;
}

export function createElement(name: string, ...content: readonly string[]): string {
  return `<${name}>${content.join('')}</${name}>`;
}

/** Returns one element around text, or nothing if there is no text. */
export function textElement(name: string, text: string | number | boolean | undefined): string {
  return text === undefined ? '' : `<${name}>${escapeXml(String(text))}</${name}>`;
}

export function escapeXml(text: string): string {
  // Hardly any text needs escaping, and a listing has thousands of texts.
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

export function malformedXml(): AwsError {
  const message = 'The XML you provided was not well-formed or did not validate against our published schema';
  return new AwsError('MalformedXML', message);
}
