import type { Canary } from './canaries.ts';

export interface Searched {
  /** Names an answer, a file or a page that a person or another program might see. */
  readonly where: string;
  readonly text: string;
}

export interface Found {
  readonly kind: string;
  readonly form: string;
  readonly where: string;
  /** Holds the surrounding text, which helps to find the leak. */
  readonly around: string;
}

/**
 * Searches each text for each mark in every form in which it may have been written: plain, encoded or
 * reversed.
 */
export function search(canaries: readonly Canary[], texts: readonly Searched[]): readonly Found[] {
  const needles = listNeedles(canaries);
  return texts.flatMap(({ where, text }) => {
    const lower = text.toLowerCase();
    return needles.flatMap(({ kind, form, needle, anyCase }) => {
      const at = (anyCase ? lower : text).indexOf(needle);
      return at === -1 ? [] : [{ kind, form, where, around: text.slice(Math.max(0, at - 60), at + 60) }];
    });
  });
}

interface Needle {
  readonly kind: string;
  readonly form: string;
  readonly needle: string;
  readonly anyCase: boolean;
}

function listNeedles(canaries: readonly Canary[]): readonly Needle[] {
  const marks = new Map(canaries.map(({ kind, mark }) => [mark, kind]));
  return [...marks].flatMap(([mark, kind]) => {
    const bytes = Buffer.from(mark);
    // Base64 encodes three bytes at a time, so the preceding bytes decide how a mark is written.
    const encoded = [0, 1, 2].map((offset) => {
      const padded = Buffer.concat([Buffer.alloc(offset), bytes])
        .toString('base64')
        .replace(/=+$/, '');
      const whole = Math.floor(((offset + bytes.length) * 8) / 6);
      return padded.slice(offset === 0 ? 0 : offset + 1, whole);
    });
    return [
      { kind, form: 'as it is', needle: mark.toLowerCase(), anyCase: true },
      { kind, form: 'for an address', needle: encodeURIComponent(mark).toLowerCase(), anyCase: true },
      { kind, form: 'in JSON', needle: JSON.stringify(mark).slice(1, -1).toLowerCase(), anyCase: true },
      { kind, form: 'in escapes', needle: escaped(mark), anyCase: true },
      { kind, form: 'in percents', needle: bytes.toString('hex').replace(/../g, '%$&'), anyCase: true },
      { kind, form: 'in hex', needle: bytes.toString('hex'), anyCase: true },
      { kind, form: 'backwards', needle: mark.split('').toReversed().join('').toLowerCase(), anyCase: true },
      ...encoded.flatMap((needle) => [
        { kind, form: 'in base64', needle, anyCase: false },
        {
          kind,
          form: 'in base64 of addresses',
          needle: needle.replaceAll('+', '-').replaceAll('/', '_'),
          anyCase: false,
        },
      ]),
    ];
  });
}

function escaped(text: string): string {
  return text
    .split('')
    .map((sign) => `\\u${sign.charCodeAt(0).toString(16).padStart(4, '0')}`)
    .join('');
}
