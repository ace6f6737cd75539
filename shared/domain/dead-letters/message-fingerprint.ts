import { fingerprintOf } from '../fingerprint.ts';
import { messagePattern } from '../message-pattern.ts';
import { shapeOf, shapeText } from './body-shape.ts';
import { readJson } from './read-json.ts';

export interface MessageCause {
  readonly stage: string | null;
  readonly code: string | null;
  readonly message: string | null;
}

export interface MessagePrint {
  readonly id: string;
  readonly pattern: string;
  /** What it was taken of: why it could not be used, as somebody has written down, or how it looks. */
  readonly from: 'cause' | 'body';
  readonly code: string | null;
}

/** Which messages belong together. One that nobody has explained is put with those that look alike. */
export function messageFingerprint(
  cause: MessageCause | null,
  body: string,
  attributeNames: readonly string[],
): MessagePrint {
  if (cause !== null && (cause.code ?? cause.message) !== null) {
    return { ...fingerprintOf(cause), from: 'cause', code: cause.code };
  }
  const names = attributeNames.filter((name) => !name.startsWith('sluice.')).toSorted();
  const looks = [looksOf(body), ...(names.length === 0 ? [] : [`with ${names.join(', ')}`])].join(' ');
  const { id } = fingerprintOf({ stage: 'body', code: null, message: looks });
  return { id, pattern: shortened(looks), from: 'body', code: null };
}

/** Longer bodies are told apart by their beginning. */
const mostRead = 20_000;
const longestPattern = 160;

function looksOf(body: string): string {
  const json = readJson(body);
  if (json !== undefined && typeof json === 'object' && json !== null)
    return `JSON ${shapeText(shapeOf(json))}`;
  const said = messagePattern(body.slice(0, mostRead)).trim();
  return said === '' ? 'An empty text' : `Text “${said}”`;
}

function shortened(text: string): string {
  return text.length > longestPattern ? `${text.slice(0, longestPattern - 1).trimEnd()}…` : text;
}
