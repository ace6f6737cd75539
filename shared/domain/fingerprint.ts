import { messagePattern } from './message-pattern.ts';

export interface Failing {
  readonly stage: string | null;
  readonly code: string | null;
  readonly message: string | null;
}

export interface Fingerprint {
  /** Six hex digits: the same for every document that failed for this reason. */
  readonly id: string;
  /** Its code and its message, with "…" for all that differs from document to document. */
  readonly pattern: string;
}

/** Which cause a failure has: its stage, its code, and what its message says apart from ids, figures, values and times. */
export function fingerprintOf({ stage, code, message }: Failing): Fingerprint {
  const name = worded(code);
  const said = withoutPrefix(messagePattern(message ?? ''), name);
  const words = [stage ?? '', name, said.toLowerCase()].join('\u001F');
  return { id: hexOf(words), pattern: patternText(name, said) };
}

/** As long as a line may get that somebody still reads. */
const longestPattern = 300;

function patternText(code: string, said: string): string {
  const text = [code, said].filter((part) => part !== '').join(': ');
  if (text === '') return 'No error was recorded';
  return text.length > longestPattern ? `${text.slice(0, longestPattern - 1).trimEnd()}…` : text;
}

function worded(code: string | null): string {
  return (code ?? '').trim();
}

/** Some clients put the code before the message, others do not. */
function withoutPrefix(said: string, code: string): string {
  if (code === '' || !said.toLowerCase().startsWith(`${code.toLowerCase()}:`)) return said;
  return said.slice(code.length + 1).trimStart();
}

/**
 * https://en.wikipedia.org/wiki/Fowler–Noll–Vo_hash_function, stirred by https://github.com/skeeto/hash-prospector
 * and folded to 24 bits: among a hundred causes two share an id once in 3,000 times.
 */
function hexOf(text: string): string {
  let word = 0x811c9dc5;
  for (let at = 0; at < text.length; at += 1) word = Math.imul(word ^ text.charCodeAt(at), 0x01000193);
  word = Math.imul(word ^ (word >>> 16), 0x7feb352d);
  word = Math.imul(word ^ (word >>> 15), 0x846ca68b);
  word ^= word >>> 16;
  return ((word ^ (word >>> 24)) & 0xffffff).toString(16).padStart(6, '0');
}
