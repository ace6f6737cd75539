import { closingQuote, isQuote } from './quoted-part.ts';
import { tidiedPattern, varying } from './tidied-pattern.ts';
import { isVarying, plainWord } from './varying-part.ts';

/**
 * What a message says whichever document it says it of: "…" for ids, numbers, times, quoted values, addresses, paths
 * and file names. One pass from left to right, so that a message of 100 KB that means ill takes no longer than another.
 */
export function messagePattern(message: string): string {
  return tidiedPattern(scanned(plainMessage(message).replaceAll(String.raw`\"`, '"')));
}

const addresses = String.raw`(?:[a-z][a-z0-9+.-]{0,30}:\/\/|arn:)[^\s"\`<>“”«»]*|(?:[0-9a-f]{0,4}:){2,7}[0-9a-f]{0,4}`;
/** Where one thing ends and the next begins. */
const marks = ',;:()[\\]{}<>|="“”„«»`‘…';
const next = new RegExp(String.raw`(\s+)|(${addresses})|([${marks}])|([^\s${marks}]+)`, 'iy');
/** Followed by a colon they say that an id comes, even one without a digit. */
const announcesId = /(?:^|[^a-z])(?:[a-z-]{0,20}id|etag|token)$/i;
/** In an answer that is quoted as it came: their values are what it says. */
const telling = /^(?:message|errormessage|error|errortype|code|type|reason|cause|__type)$/i;

function scanned(text: string): string {
  const parts: string[] = [];
  const unclosed = new Set<string>();
  let [at, key, idComes] = [0, '', false];
  while (at < text.length) {
    const end = isQuote(text, at) ? closingQuote(text, at, unclosed) : -1;
    if (end > at) {
      const inside = text.slice(at + 1, end);
      const isKey = text[end + 1] === ':' && /^\w{1,40}$/.test(inside);
      parts.push(isKey ? inside : telling.test(key) ? scanned(inside) : varying);
      [at, key, idComes] = [end + 1, isKey ? inside : '', false];
      continue;
    }
    next.lastIndex = at;
    const [, space, address, mark, atom = ''] = next.exec(text) ?? [];
    if (space !== undefined) {
      parts.push(' ');
    } else if (mark !== undefined) {
      idComes = (mark === ':' || mark === '=') && announcesId.test(parts.at(-1)?.slice(-40) ?? '');
      parts.push(mark);
    } else {
      const isPlain = address === undefined ? !idComes && !isVarying(atom) : !/\d|\/\/|arn:/i.test(address);
      parts.push(isPlain ? plainWord(address ?? atom) : varying);
      [key, idComes] = ['', false];
    }
    at += (space ?? address ?? mark ?? atom).length;
  }
  return parts.join('');
}

/** A function's failure comes as JSON, its trace behind it. */
function plainMessage(message: string): string {
  const text = message.trim();
  if (!text.startsWith('{')) return text.replaceAll(/\n\s{0,40}at .*/g, '');
  try {
    const told: unknown = JSON.parse(text);
    if (typeof told !== 'object' || told === null) return text;
    for (const name of ['errorMessage', 'message', 'Message', 'detail', 'Cause']) {
      const said: unknown = Reflect.get(told, name);
      if (typeof said === 'string' && said !== '') return said;
    }
    return text;
  } catch {
    // What only begins like JSON is read as it stands.
    return text;
  }
}
