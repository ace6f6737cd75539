const ulidAlphabet = '0123456789ABCDEFGHJKMNPQRSTVWXYZ';

/** Makes an id that sorts by time: ten characters of time and sixteen random ones. https://github.com/ulid/spec */
export function ulidAt(time: number, unit: () => number): string {
  let left = time;
  let text = '';
  for (let place = 0; place < 10; place += 1) {
    text = (ulidAlphabet[left % 32] ?? '') + text;
    left = Math.floor(left / 32);
  }
  for (let place = 0; place < 16; place += 1) text += ulidAlphabet[Math.floor(unit() * 32)] ?? '';
  return text;
}

/** Reads the time of an id, of which the first ten characters suffice. NaN: it has none. */
export function parseUlidTime(id: string): number {
  let time = 0;
  for (let place = 0; place < 10; place += 1) {
    const digit = id[place] === undefined ? -1 : ulidAlphabet.indexOf(id.charAt(place));
    if (digit < 0) return Number.NaN;
    time = time * 32 + digit;
  }
  return time;
}

/** Returns the time in a ULID that an id ends with, such as `doc-01M7SJ8EE0A2`; undefined if it has none. */
export function readUlidTime(id: string): number | undefined {
  const [, text] = /(?:^|[^0-9A-Za-z])([0-7][0-9A-HJKMNP-TV-Z]{9})[0-9A-HJKMNP-TV-Z]{2,16}$/.exec(id) ?? [];
  return text === undefined ? undefined : numberIn(text, ulidAlphabet);
}

export interface RunName {
  readonly batchId: string;
  readonly run: number;
}

/** Any batch id gives a name. `isExecutionName` tells whether Step Functions would accept it. */
export function formatExecutionName({ batchId, run }: RunName): string {
  return `${batchId}-r${run}`;
}

/** The last `-r{run}` counts, because a batch may itself be called `b-r2`. Returns null for a name in another form. */
export function parseExecutionName(name: string): RunName | null {
  const [, batchId, run] = /^(.+)-r([1-9]\d{0,6})$/u.exec(name) ?? [];
  if (batchId === undefined || Number(run) > mostRuns || !isExecutionName(name)) return null;
  return { batchId, run: Number(run) };
}

const mostRuns = 1_000_000;

/** https://docs.aws.amazon.com/step-functions/latest/apireference/API_StartExecution.html */
export function isExecutionName(name: string): boolean {
  return /^[^\s<>{}[\]?*"#%\\^|~`$&,;:/\p{Cc}]{1,80}$/u.test(name);
}

/** A form of ids that contain the time they were made at, so that they sort by time. */
export interface IdForm {
  /** The form and the text before it. Ids with the same name sort by time. */
  readonly name: string;
  /** Returns milliseconds since 1970, or undefined for an id in another form. */
  readonly timeOf: (id: string) => number | undefined;
  /** The largest allowed difference between the time in an id and that of its item. */
  readonly toleranceMs: number;
}

/** An id is made and its item written in one request, perhaps by two machines whose clocks differ. */
const clocksApart = 3_600_000;
/** A date without a time may be in any time zone. */
const datesApart = 2 * 86_400_000;

/**
 * Returns every form in which all these ids contain the time of their items. A time of 48 bits does not match by
 * chance, so a single id in another form, or with another time, rules a form out.
 */
export function findIdForms(items: Iterable<{ readonly id: string; readonly at: number | null }>): IdForm[] {
  let forms: IdForm[] | undefined;
  for (const { id, at } of items) {
    forms ??= candidates(id);
    forms = forms.filter((form) => agrees(form, id, at));
    if (forms.length === 0) break;
  }
  return forms ?? [];
}

export function agrees({ timeOf, toleranceMs }: IdForm, id: string, at: number | null): boolean {
  const time = timeOf(id);
  return time !== undefined && at !== null && Math.abs(time - at) <= toleranceMs;
}

interface Kind {
  readonly name: string;
  readonly pattern: RegExp;
  readonly isDate?: true;
  readonly time: (match: RegExpExecArray) => number;
}

/** Each form has a fixed width and an alphabet in byte order, because its text would not sort by time otherwise. */
const kinds: readonly Kind[] = [
  // https://github.com/ulid/spec; some ids have fewer of the random characters.
  {
    name: 'ULID',
    pattern: /^([0-7][0-9A-HJKMNP-TV-Z]{9})[0-9A-HJKMNP-TV-Z]{2,16}$/,
    time: ([, text = '']) => numberIn(text, '0123456789ABCDEFGHJKMNPQRSTVWXYZ'),
  },
  {
    name: 'lower-case ULID',
    pattern: /^([0-7][0-9a-hjkmnp-tv-z]{9})[0-9a-hjkmnp-tv-z]{2,16}$/,
    time: ([, text = '']) => numberIn(text, '0123456789abcdefghjkmnpqrstvwxyz'),
  },
  // https://www.rfc-editor.org/rfc/rfc9562#name-uuid-version-7
  {
    name: 'UUIDv7',
    pattern: /^([0-9a-f]{8})-([0-9a-f]{4})-7[0-9a-f]{3}-[0-9a-f]{4}-[0-9a-f]{12}$/,
    time: ([, high = '', low = '']) => Number.parseInt(high + low, 16),
  },
  // https://github.com/segmentio/ksuid: 160 bits in base 62, of which the first 32 are seconds since May 2014.
  {
    name: 'KSUID',
    pattern: /^[0-9A-Za-z]{27}$/,
    time: ([text]) => (ksuidSeconds(text) + 1_400_000_000) * 1_000,
  },
  {
    name: 'date',
    isDate: true,
    pattern: /^(\d{4}-\d\d-\d\d)/,
    time: ([, day = '']) => Date.parse(day),
  },
  {
    name: 'compact date',
    isDate: true,
    pattern: /^(\d{4})(\d\d)(\d\d)/,
    time: ([, year = '', month = '', day = '']) => Date.parse(`${year}-${month}-${day}`),
  },
  { name: 'milliseconds', pattern: /^(\d{13})(?!\d)/, time: ([, ms = '']) => Number(ms) },
  { name: 'seconds', pattern: /^(\d{10})(?!\d)/, time: ([, seconds = '']) => Number(seconds) * 1_000 },
];

function candidates(id: string): IdForm[] {
  const starts = [0, ...Array.from(id.matchAll(/[^0-9A-Za-z]/g), ({ index }) => index + 1)].slice(0, 12);
  return starts.flatMap((start) => {
    const prefix = id.slice(0, start);
    return kinds
      .filter(({ pattern }) => pattern.test(id.slice(start)))
      .map(({ name, pattern, time, isDate }): IdForm => ({
        name: `${prefix}{${name}}`,
        timeOf(other) {
          const match = other.startsWith(prefix) ? pattern.exec(other.slice(start)) : null;
          const at = match === null ? Number.NaN : time(match);
          return Number.isNaN(at) ? undefined : at;
        },
        toleranceMs: isDate === true ? datesApart : clocksApart,
      }));
  });
}

function numberIn(text: string, alphabet: string): number {
  let value = 0;
  for (const character of text) value = value * alphabet.length + alphabet.indexOf(character);
  return value;
}

function ksuidSeconds(text: string): number {
  const alphabet = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz';
  let value = 0n;
  for (const character of text) value = value * 62n + BigInt(alphabet.indexOf(character));
  return Number(value >> 128n);
}
