import { fingerprintOf } from '../fingerprint.ts';
import { messagePattern } from '../message-pattern.ts';
import { shapeOf, shapeText, shapeWithoutIds } from './body-shape.ts';
import { readJson } from './read-json.ts';
import { shownCause } from './shown-cause.ts';
import { whyMaskedKey } from './shown-keys.ts';
import { whyMasked } from './why-masked.ts';

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
    // Which it is says the cause as it is written; how it is called, as it may be read.
    const [code, message] = [shown(cause.code), shown(cause.message)];
    const { pattern } = fingerprintOf({ stage: cause.stage, code, message });
    return { id: fingerprintOf(cause).id, pattern, from: 'cause', code };
  }
  const names = attributeNames
    .filter((name) => !name.startsWith('sluice.'))
    .map((name) => (whyMaskedKey(name) === null ? name : '…'))
    .toSorted();
  const looks = [looksOf(body), ...(names.length === 0 ? [] : [`with ${names.join(', ')}`])].join(' ');
  // As a code, of which every letter counts: a message's pattern would take the type after "batchId:" for an id.
  const { id } = fingerprintOf({ stage: 'body', code: looks.toLowerCase(), message: null });
  return { id, pattern: shortened(looks), from: 'body', code: null };
}

function shown(text: string | null): string | null {
  return text === null ? null : shownCause(text);
}

/** Longer bodies are told apart by their beginning. */
const mostRead = 20_000;
const longestPattern = 160;

function looksOf(body: string): string {
  const json = readJson(body);
  if (json !== undefined && typeof json === 'object' && json !== null)
    return `JSON ${shapeText(shapeWithoutIds(shapeOf(json)))}`;
  const why = whyMasked('', body.trim());
  if (why !== null) return `A text that is masked: ${why}`;
  const text = body.slice(0, mostRead).trim();
  return text === '' ? 'An empty text' : `Text “${messagePattern(text).trim() || text}”`;
}

function shortened(text: string): string {
  return text.length > longestPattern ? `${text.slice(0, longestPattern - 1).trimEnd()}…` : text;
}
