import type { SortCondition } from '../declaration.ts';
import { parsePieces, type HoleKind, type Piece } from './key-template.ts';

/** Tells whether two templates can produce the same key with any values in their holes. */
export function keysMeet(one: string, other: string): boolean {
  const [parts, others] = [splitParts(one), splitParts(other)];
  return parts.length === others.length && parts.every((part, index) => meet(part, others[index] ?? []));
}

/** Tells whether a key of a template can fulfil a condition on a text sort key. */
export function sortCanMatch(condition: SortCondition, template: string): boolean {
  if ('equals' in condition) return keysMeet(condition.equals, template);
  if ('beginsWith' in condition) {
    return meet([...listSteps(condition.beginsWith), { of: anything, starred: true }], listSteps(template));
  }
  if ('between' in condition) {
    const [low, high] = condition.between;
    return canBeAtLeast(template, low) && canBeAtLeast(high, template);
  }
  if ('before' in condition) return canBeAtLeast(condition.before, template);
  if ('upTo' in condition) return canBeAtLeast(condition.upTo, template);
  return canBeAtLeast(template, 'after' in condition ? condition.after : condition.from);
}

/** Returns the text before the first hole, with which all keys of a template begin. */
export function findLead(template: string): string {
  const [first] = parsePieces(template);
  return typeof first === 'string' ? first : '';
}

/** Matches one character of a key, or any number of them if it is starred. */
interface Step {
  readonly of: string | Alphabet;
  readonly starred: boolean;
}

interface Alphabet {
  readonly has: (character: string) => boolean;
}

const alphabet = (form: RegExp): Alphabet => ({ has: (character) => form.test(character) });
const anything = alphabet(/./su);
const noSeparator = alphabet(/[^#]/u);
const mailPart = alphabet(/[^\s@#]/u);
const digit = alphabet(/\d/);
const ulidDigit = alphabet(/[0-9A-HJKMNP-TV-Z]/);

const once = (of: Step['of']): Step => ({ of, starred: false });
const atLeastOnce = (of: Step['of']): readonly Step[] => [once(of), { of, starred: true }];
/** In a shape, "9" stands for any digit. */
const shaped = (shape: string): readonly Step[] =>
  Array.from(shape, (character) => once(character === '9' ? digit : character));

/** The form of values of each kind. It is never narrower than what `fillTemplate` accepts. */
const kinds: Readonly<Record<HoleKind, readonly Step[]>> = {
  text: atLeastOnce(noSeparator),
  ulid: [once(alphabet(/[0-7]/)), ...Array.from({ length: 25 }, () => once(ulidDigit))],
  email: [...atLeastOnce(mailPart), once('@'), ...atLeastOnce(mailPart)],
  date: shaped('9999-99-99'),
  time: [...shaped('9999-99-99T99:99:9'), ...atLeastOnce(alphabet(/[\d.]/)), once('Z')],
  epochMs: atLeastOnce(digit),
  epochSeconds: atLeastOnce(digit),
  number: atLeastOnce(alphabet(/[\d.-]/)),
};

function listSteps(template: string): readonly Step[] {
  return parsePieces(template).flatMap((piece) =>
    typeof piece === 'string' ? Array.from(piece, (character) => once(character)) : kinds[piece.kind],
  );
}

const known = new Map<string, readonly (readonly Step[])[]>();

/** Values never contain "#", so two keys are equal if their parts are equal. That is quick to compare. */
function splitParts(template: string): readonly (readonly Step[])[] {
  const before = known.get(template);
  if (before !== undefined) return before;
  const parts: Step[][] = [[]];
  for (const step of listSteps(template)) {
    if (step.of === '#') parts.push([]);
    else parts.at(-1)?.push(step);
  }
  known.set(template, parts);
  return parts;
}

/** Walks both at once, to find a text that ends both. */
function meet(one: readonly Step[], other: readonly Step[]): boolean {
  const seen = new Set<number>();
  const open: (readonly [number, number])[] = [[0, 0]];
  for (let at = open.pop(); at !== undefined; at = open.pop()) {
    const [i, j] = at;
    const name = i * (other.length + 1) + j;
    if (seen.has(name)) continue;
    seen.add(name);
    const [a, b] = [one[i], other[j]];
    if (a === undefined && b === undefined) return true;
    if (a?.starred === true) open.push([i + 1, j]);
    if (b?.starred === true) open.push([i, j + 1]);
    if (a !== undefined && b !== undefined && share(a.of, b.of)) {
      open.push([a.starred ? i : i + 1, b.starred ? j : j + 1]);
    }
  }
  return false;
}

const ascii = Array.from({ length: 95 }, (_, index) => String.fromCodePoint(index + 32));

function share(one: Step['of'], other: Step['of']): boolean {
  if (typeof one === 'string') return typeof other === 'string' ? one === other : other.has(one);
  if (typeof other === 'string') return one.has(other);
  return one === other || ascii.some((character) => one.has(character) && other.has(character));
}

/** Tells whether some key of the first is not below some key of the second. Their first difference decides. */
function canBeAtLeast(template: string, bound: string): boolean {
  const [pieces, bounds] = [parsePieces(template), parsePieces(bound)];
  const [lead, boundLead] = [findLead(template), findLead(bound)];
  let common = 0;
  while (common < lead.length && lead[common] === boundLead[common]) common += 1;
  return highestAt(pieces, lead, common) >= lowestAt(bounds, boundLead, common);
}

function highestAt(pieces: readonly Piece[], lead: string, at: number): string {
  if (at < lead.length) return lead.charAt(at);
  const next = pieces[lead === '' ? 0 : 1];
  if (next === undefined || typeof next === 'string') return '';
  if (next.kind === 'text' || next.kind === 'email') return '\u{FFFF}';
  return next.kind === 'ulid' ? '7' : '9';
}

function lowestAt(pieces: readonly Piece[], lead: string, at: number): string {
  if (at < lead.length) return lead.charAt(at);
  const next = pieces[lead === '' ? 0 : 1];
  if (next === undefined || typeof next === 'string') return '';
  if (next.kind === 'text' || next.kind === 'email') return '\0';
  return next.kind === 'number' ? '-' : '0';
}
