import { catalogue } from '#shared/catalogue/catalogue.ts';
import type { SystemDeclaration } from '#shared/catalogue/declaration.ts';
import type { AttributeValue, Attributes } from '#shared/catalogue/items/attribute-value.ts';
import type { Hidden } from './hidden-names.ts';
import { holdsEmail, isEmpty, textsOf } from '../../rows/shown-text.ts';

interface Copy {
  readonly text: string;
  readonly what: string;
}

/** What shorter texts say is found by chance in others that have nothing to do with them. */
const longEnough = 6;

/**
 * A secret is hidden also where it was written a second time, in an error text or a list of former values. Of a record
 * that holds for what in it has no name, or a secret one: the times, people and readings beside it stand elsewhere on
 * their own account, and a mask over just those that a reviewer has chosen would tell the next one which they are.
 */
export function copiesOf(
  attributes: Attributes,
  secretOf: (name: string) => Hidden | undefined,
): readonly Copy[] {
  return Object.entries(attributes).flatMap(([name, value]) => {
    const what = secretOf(name)?.what;
    const isRecord = records.has(name);
    const inside =
      what === undefined || isRecord ? mapsIn(value).flatMap((map) => copiesOf(map, secretOf)) : [];
    if (what === undefined) return inside;
    const own = isRecord ? textsOutside(value) : textsOf(value);
    return [...own.filter((text) => text.length >= longEnough).map((text) => ({ text, what })), ...inside];
  });
}

/**
 * Secrets that are more than a text, as our own systems declare them. What a team's file says of a list is not known to
 * be one: it may be a list of keys.
 */
const records: ReadonlySet<string> = new Set(
  Object.values<SystemDeclaration>(catalogue)
    .flatMap(({ entities }) =>
      Object.values(entities).flatMap(({ attributes }) => Object.entries(attributes)),
    )
    .filter(([, { secret, type }]) => secret !== undefined && (type === 'list' || type === 'map'))
    .map(([name]) => name),
);

/** In lower case, with what they are. */
export function privateTextsOf(
  attributes: Attributes,
  hidden: ReadonlyMap<string, Hidden>,
): ReadonlyMap<string, string> {
  const texts = new Map<string, string>();
  for (const [name, value] of Object.entries(attributes)) {
    const why = hidden.get(name);
    if (why !== undefined && !why.secret && 'S' in value && value.S !== '') {
      texts.set(value.S.toLowerCase(), why.what);
    }
  }
  return texts;
}

interface PrivateThings {
  readonly names: ReadonlyMap<string, Hidden>;
  readonly texts: ReadonlyMap<string, string>;
  /** Whether any e-mail address is private here. */
  readonly emails: boolean;
}

/** What is private somewhere in a value: a name in a map, a copy of another value, an e-mail address. */
export function privateWithin(value: AttributeValue, things: PrivateThings): string | undefined {
  for (const map of mapsIn(value)) {
    for (const [name, inner] of Object.entries(map)) {
      const why = things.names.get(name);
      const own = why === undefined || why.secret || isEmpty(inner) ? undefined : why.what;
      const what = own ?? privateText(name, things) ?? privateWithin(inner, things);
      if (what !== undefined) return what;
    }
  }
  return firstOf(textsOutside(value), (text) => privateText(text, things));
}

function privateText(text: string, { texts, emails }: PrivateThings): string | undefined {
  const lower = text.toLowerCase();
  const copied = firstOf(texts, ([copy, what]) =>
    copy.length >= longEnough && lower.includes(copy) ? what : undefined,
  );
  return copied ?? (emails && holdsEmail(text) ? 'an e-mail address' : undefined);
}

function mapsIn(value: AttributeValue): readonly Attributes[] {
  if ('M' in value) return [value.M];
  return 'L' in value ? value.L.flatMap(mapsIn) : [];
}

/** The texts that are in no map: of those their own look is taken. */
function textsOutside(value: AttributeValue): readonly string[] {
  if ('M' in value) return [];
  return 'L' in value ? value.L.flatMap(textsOutside) : textsOf(value);
}

function firstOf<T, R>(all: Iterable<T>, look: (one: T) => R | undefined): R | undefined {
  for (const one of all) {
    const found = look(one);
    if (found !== undefined) return found;
  }
  return undefined;
}
