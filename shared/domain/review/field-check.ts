import { listed } from '../formatting.ts';
import { ibanProblem, vatProblem } from './account-and-tax-numbers.ts';
import { fieldType, normalisedValue, printedDate } from './normalised-value.ts';
import { amountParts } from './printed-amount.ts';

/** Returns the problem with a typed value as a sentence, or null. `type` is the type in the workflow's schema. */
export function fieldProblem(type: string | null, value: string): string | null {
  const typed = value.trim();
  if (typed === '') return 'Enter a value, or press X if it is unreadable.';
  const is = fieldType(type);
  switch (is.kind) {
    case 'date':
      return printedDate(typed) === null ? 'Expected a date such as 12 Nov 2026.' : null;
    case 'money':
      return amountParts(typed) === null ? 'Expected an amount such as 2,991.60.' : null;
    case 'number':
      return amountParts(typed)?.currency === null ? null : 'Expected a number such as 1,250 or 12.5.';
    case 'iban':
      return ibanProblem(typed);
    case 'vat':
      return vatProblem(typed);
    case 'enum':
      return is.options.includes(normalisedValue(type, typed)) ? null : expectedOne(is.options);
    case 'pattern':
      return patternProblem(is.source, typed);
    default:
      return null;
  }
}

function expectedOne(options: readonly string[]): string {
  const named = options.slice(0, mostNamed);
  const more = options.length - named.length;
  return `Expected ${listed(more > 0 ? [...named, `one of ${more} more`] : named, 'or')}.`;
}

const mostNamed = 8;

function patternProblem(source: string, typed: string): string | null {
  const pattern = safePattern(source, typed.length);
  if (pattern === null || pattern.test(typed)) return null;
  const example = patternExample(source);
  return example !== null && safePattern(source, example.length)?.test(example) === true
    ? `Expected something such as ${example}.`
    : `Expected the format /${source}/ from the workflow.`;
}

/**
 * Compiles a schema's pattern if it is valid and cannot run away on a text of this length. An invalid or dangerous
 * pattern checks nothing, because it must not freeze the page during typing.
 */
function safePattern(source: string, length: number): RegExp | null {
  if (source.length > longestPattern || /\\[1-9k]|\(\?<?[=!]/.test(source)) return null;
  if (waysToMatch(source, length) > mostWays) return null;
  try {
    return new RegExp(source, 'u');
  } catch {
    return null;
  }
}

const longestPattern = 200;
/** Trying all of these takes some tens of milliseconds. */
const mostWays = 500_000;

interface Part {
  /** The number of ways in which the part can match. */
  ways: number;
  alternatives: number;
}

/**
 * Returns an upper bound for the ways to match the pattern against a text: a choice for each of its repeats and
 * alternatives. Repeats of a part that can itself match in several ways have no useful bound.
 */
function waysToMatch(source: string, length: number): number {
  const bare = source.replaceAll(/\\./g, 'x').replaceAll(/\[[^\]]*\]/g, 'x');
  const whole: Part = { ways: bare.startsWith('^') ? 1 : length + 1, alternatives: 1 };
  const open: Part[] = [whole];
  for (let at = 0; at < bare.length; at += 1) {
    const part = open.at(-1) ?? whole;
    const character = bare.charAt(at);
    if (character === '(') {
      open.push({ ways: 1, alternatives: 1 });
      // In "(?:" the question mark is not a repeat.
      if (bare.startsWith('(?', at)) at += 1;
    } else if (character === '|') part.alternatives += 1;
    else if (character === ')' && open.length > 1) {
      open.pop();
      const inside = part.ways * part.alternatives;
      if (inside > 1 && /^[*+{]/.test(bare.slice(at + 1))) return Number.POSITIVE_INFINITY;
      (open.at(-1) ?? whole).ways *= inside;
    } else {
      const repeat = repeatAt.exec(bare.slice(at));
      if (repeat === null) continue;
      part.ways *= choices(repeat, length);
      at += repeat[0].length - 1;
    }
  }
  return whole.ways * whole.alternatives;
}

const repeatAt = /^(?:[*+?]|\{(\d+)(,(\d*))?\})/;

/** Returns how often a part may be repeated, which is never more often than the text is long. */
function choices([sign, least = '', isVaried, most = '']: RegExpExecArray, length: number): number {
  if (sign === '?') return 2;
  if (sign === '*' || sign === '+' || (isVaried !== undefined && most === '')) return length + 1;
  return Math.min(isVaried === undefined ? 0 : Number(most) - Number(least), length) + 1;
}

/** Builds a matching example, such as "AB-12345" for `^[A-Z]{2,3}-\d{5}$`; null if the pattern is too complex. */
function patternExample(source: string): string | null {
  const body = source.replace(/^\^/, '').replace(/\$$/, '');
  let example = '';
  let rest = body;
  while (rest !== '') {
    const [whole, atom, repeat] = part.exec(rest) ?? [];
    const kind = atom === undefined ? undefined : findCharacters(atom);
    if (whole === undefined || kind === undefined) return null;
    const from = example.length;
    for (let count = countRepeats(repeat); count > 0; count -= 1) {
      example += kind.charAt((example.length - from) % kind.length);
    }
    rest = rest.slice(whole.length);
  }
  return example === '' || example.length > longestExample ? null : example;
}

const longestExample = 40;

/** Matches a class, an escape or a literal character, with its repeat. */
const part = /^(\[[^\]\\]*\]|\\.|[^\\^$.*+?()[\]{}|])([*+?]|\{\d{1,2}(?:,\d*)?\})?/;

/** Returns the characters that can stand for it in turn; undefined if they are unknown. */
function findCharacters(atom: string): string | undefined {
  if (atom.startsWith('[')) return classes.get(atom);
  if (atom === String.raw`\d`) return figures;
  if (/^\\\w$/.test(atom)) return undefined;
  return atom.replace(/^\\/, '');
}

function countRepeats(repeat: string | undefined): number {
  if (repeat === undefined || repeat === '?') return 1;
  if (repeat === '*' || repeat === '+') return usual;
  return Number(/\d+/.exec(repeat)?.[0] ?? 1);
}

const usual = 5;
const figures = '123456789';
const letters = 'ABCDEFGH';
const classes = new Map([
  ['[A-Z]', letters],
  ['[a-z]', letters.toLowerCase()],
  ['[A-Za-z]', letters],
  ['[0-9]', figures],
  ['[A-Z0-9]', `A1B2C3D4`],
]);
