import { createHash } from 'node:crypto';

/**
 * Each kind of secret begins with its own mark. A mark is twelve characters that occur nowhere else, so text
 * that holds the first twelve characters of a canary, or more of them, is found by its mark.
 */
export const marks = {
  'access key id': 'AKIACNRY7KEY',
  'secret access key': 'CnrySecret9k',
  'session token': 'CnryToken8tt',
  'presigned address': 'CnrySigned7s',
  'wrapped key': 'CnryAesKey6a',
  'key vector': 'CnryVector5v',
  'read value': 'CnryValue4vv',
  'message body': 'CnryBody3bbb',
  'message secret': 'CnryMsgSec2m',
} as const;
export type CanaryKind = keyof typeof marks;

export interface Canary {
  readonly kind: string;
  /** Names the place of the secret: `batch-1/document-2/total`. */
  readonly of: string;
  /** Is searched for instead of the whole text, which may be long. It has at least twelve characters. */
  readonly mark: string;
  readonly text: string;
}

/** Returns the same canary for the same place, and a different one for every other place. */
export function canary(kind: CanaryKind, of: string): Canary {
  const rest = createHash('sha256').update(`${kind} ${of}`).digest('hex').slice(0, 24);
  return { kind, of, mark: marks[kind], text: `${marks[kind]}${rest}` };
}

/**
 * Returns canaries for a long secret that the test cannot choose, such as a signed token. Each part is
 * searched for separately.
 */
export function buildCanaries(kind: string, of: string, secret: string): readonly Canary[] {
  return secret
    .split('.')
    .slice(1)
    .flatMap((part) => [part.slice(0, 24), part.slice(-16)])
    .map((text) => ({ kind, of, mark: text, text }));
}
