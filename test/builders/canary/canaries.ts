import { createHash } from 'node:crypto';

/**
 * What must not be seen, each kind with a mark of its own in front. A mark is twelve signs that stand nowhere else, so
 * whatever holds twelve or more of a canary's first ones is found by it.
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
  /** Of what it is: `batch-1/document-2/total`. */
  readonly of: string;
  /** Twelve signs or more: all of it may be long. */
  readonly mark: string;
  readonly text: string;
}

/** The same for the same place, and another for every other. */
export function canary(kind: CanaryKind, of: string): Canary {
  const rest = createHash('sha256').update(`${kind} ${of}`).digest('hex').slice(0, 24);
  return { kind, of, mark: marks[kind], text: `${marks[kind]}${rest}` };
}

/** Of what is long and not ours to choose, such as a token that was signed: its parts are looked for, each by itself. */
export function canariesOf(kind: string, of: string, secret: string): readonly Canary[] {
  return secret
    .split('.')
    .slice(1)
    .flatMap((part) => [part.slice(0, 24), part.slice(-16)])
    .map((text) => ({ kind, of, mark: text, text }));
}
