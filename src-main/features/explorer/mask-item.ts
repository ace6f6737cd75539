import { catalogue } from '#shared/catalogue/catalogue.ts';
import type { SystemDeclaration } from '#shared/catalogue/declaration.ts';
import type { Attributes, AttributeValue, Mask } from '#shared/catalogue/items/attribute-value.ts';
import type { StoredItem } from '../../aws/dynamodb/reading.ts';
import { addressNote, holdsEmail, isEmpty, isPresigned, listTexts } from '../../rows/shown-text.ts';
import {
  hiddenAttributes,
  hiddenKeys,
  hidesEmails,
  mentionFinder,
  secretFinder,
  tableKeyNames,
  type Hidden,
} from './hidden-names.ts';

/** With a name, that attribute is returned without the mask that may be lifted; a secret keeps its mask. */
export type MaskItem = (
  item: Pick<StoredItem, 'table' | 'entity' | 'attributes'>,
  revealed?: string,
) => Attributes;

/**
 * Masks an item before it leaves the main process (decision 005). It hides declared names at any depth, keys that
 * contain a hidden value, presigned addresses anywhere, and copies of hidden values elsewhere in the item.
 */
export function itemMasker(system: SystemDeclaration, now: number): MaskItem {
  const secretOf = secretFinder(system);
  const mentioned = mentionFinder(system);
  const emailsAreHidden = hidesEmails(system);
  const rulesOf = remembered((table: string, entity: string | null) => ({
    attributes: hiddenAttributes(system, entity),
    keys: hiddenKeys(system, table, entity),
    keyNames: tableKeyNames(system, table),
  }));

  return ({ table, entity, attributes }, revealed) => {
    const rules = rulesOf(table, entity);
    const copies = findCopies(attributes, secretOf);
    const privateTexts = listPrivateTexts(attributes, rules.attributes);
    return Object.fromEntries(
      Object.entries(attributes).map(([name, value]) => [name, isEmpty(value) ? value : whole(name, value)]),
    );

    function whole(name: string, value: AttributeValue): AttributeValue {
      const secret = secretOf(name);
      if (secret !== undefined) return secretMask(secret.what, value, now);
      const inner = within(value);
      const why = name === revealed || 'MASKED' in inner ? undefined : whyPrivate(name, inner);
      if (why === undefined) return inner;
      if (why.secret) return secretMask(why.what, value, now);
      return { MASKED: { what: why.what, revealable: true } };
    }

    function whyPrivate(name: string, value: AttributeValue): Hidden | undefined {
      const declared = rules.keys.get(name) ?? rules.attributes.get(name);
      if (declared !== undefined) return declared;
      return rules.keyNames.has(name) ? keyWithPrivateText(value) : valueWithPrivateText(value);
    }

    /** A mask is lifted for a whole attribute, so it covers a whole attribute. */
    function valueWithPrivateText(value: AttributeValue): Hidden | undefined {
      const what = privateWithin(value, {
        names: rules.attributes,
        texts: privateTexts,
        emails: emailsAreHidden,
      });
      return what === undefined ? undefined : { what: `a value with ${what}`, secret: false };
    }

    function keyWithPrivateText(value: AttributeValue): Hidden | undefined {
      if (!('S' in value)) return undefined;
      const parts = [value.S, ...value.S.split('#')].map((part) => part.toLowerCase());
      const what = parts.map((part) => privateTexts.get(part)).find((found) => found !== undefined);
      if (what !== undefined) return { what: `a key with ${what}`, secret: false };
      return emailsAreHidden && holdsEmail(value.S)
        ? { what: 'a key with an e-mail address', secret: false }
        : undefined;
    }

    function within(value: AttributeValue): AttributeValue {
      if ('L' in value) return { L: value.L.map(within) };
      if ('M' in value) return withinMap(value.M);
      for (const text of listTexts(value)) {
        if (isPresigned(text)) return secretMask('a presigned address', value, now);
        const copied = copies.find((copy) => text.includes(copy.text));
        const found = copied ?? mentioned(text);
        if (found !== undefined) return secretMask(found.what, value, now);
      }
      return value;
    }

    /** A map's names are data as well, so a map with a secret in a name is hidden whole. */
    function withinMap(map: Attributes): AttributeValue {
      for (const name of Object.keys(map)) {
        const inner = within({ S: name });
        if ('MASKED' in inner) return inner;
      }
      const entries = Object.entries(map).map(([name, value]) => {
        const secret = isEmpty(value) ? undefined : secretOf(name);
        return [name, secret === undefined ? within(value) : secretMask(secret.what, value, now)] as const;
      });
      return { M: Object.fromEntries(entries) };
    }
  };
}

/**
 * Masks an item of a declaration from a file. Where a built-in system has the same table, its items are masked as that
 * system declares them too, because the file may not say what in them is private.
 */
export function openMasker(
  system: SystemDeclaration,
  {
    systems,
    tableNames,
    now,
  }: {
    readonly systems: { readonly all: readonly ShownOrigin[] };
    readonly tableNames: (system: SystemDeclaration) => Readonly<Record<string, string | null>>;
    readonly now: number;
  },
): MaskItem {
  const own = itemMasker(system, now);
  const names = tableNames(system);
  const asBuiltIn = new Map(
    systems.all
      .filter(({ declaration, origin }) => origin === 'built-in' && declaration !== system)
      .flatMap(({ declaration }) => {
        const theirs = Object.entries(tableNames(declaration));
        return Object.entries(names).flatMap(([table, name]) => {
          const [twin] = theirs.find(([, other]) => name !== null && other === name) ?? [];
          return twin === undefined
            ? []
            : [[table, { table: twin, mask: itemMasker(declaration, now) }] as const];
        });
      }),
  );
  return (item, revealed) => {
    const twin = asBuiltIn.get(item.table);
    if (twin === undefined) return own(item, revealed);
    const attributes = twin.mask({ table: twin.table, entity: null, attributes: item.attributes }, revealed);
    return own({ ...item, attributes }, revealed);
  };
}

interface ShownOrigin {
  readonly declaration: SystemDeclaration;
  readonly origin: 'built-in' | 'file';
}

function secretMask(what: string, value: AttributeValue, now: number): { readonly MASKED: Mask } {
  const texts = listTexts(value);
  const note = addressNote(texts.find(isPresigned) ?? texts[0] ?? '', now);
  return { MASKED: { what, note, revealable: false } };
}

function remembered<T>(
  make: (table: string, entity: string | null) => T,
): (table: string, entity: string | null) => T {
  const made = new Map<string, T>();
  return (table, entity) => {
    const key = JSON.stringify([table, entity]);
    const before = made.get(key);
    if (before !== undefined) return before;
    const fresh = make(table, entity);
    made.set(key, fresh);
    return fresh;
  };
}

interface Copy {
  readonly text: string;
  readonly what: string;
}

/** Shorter texts occur by chance in unrelated ones. */
const longEnough = 6;

/**
 * Finds secrets that were written a second time, in an error text or a list of former values. Within a record only
 * values without a name or with a secret name are searched for. Its times, people and readings also appear elsewhere in
 * their own right, and a mask over just those that a reviewer chose would reveal to the next reviewer which they are.
 */
function findCopies(attributes: Attributes, secretOf: (name: string) => Hidden | undefined): readonly Copy[] {
  return Object.entries(attributes).flatMap(([name, value]) => {
    const what = secretOf(name)?.what;
    const isRecord = records.has(name);
    const inside =
      what === undefined || isRecord ? mapsIn(value).flatMap((map) => findCopies(map, secretOf)) : [];
    if (what === undefined) return inside;
    const own = isRecord ? textsOutside(value) : listTexts(value);
    return [...own.filter((text) => text.length >= longEnough).map((text) => ({ text, what })), ...inside];
  });
}

/**
 * These secrets are more than a text, as the built-in systems declare them. A list in a team's file does not qualify,
 * because it may be a list of keys.
 */
const records: ReadonlySet<string> = new Set(
  Object.values<SystemDeclaration>(catalogue)
    .flatMap(({ entities }) =>
      Object.values(entities).flatMap(({ attributes }) => Object.entries(attributes)),
    )
    .filter(([, { secret, type }]) => secret !== undefined && (type === 'list' || type === 'map'))
    .map(([name]) => name),
);

/** Returns the texts in lower case, with their kind. */
function listPrivateTexts(
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
  /** Tells whether e-mail addresses are private here. */
  readonly emails: boolean;
}

/** Finds private content anywhere in a value: a name in a map, a copy of another value, or an e-mail address. */
function privateWithin(value: AttributeValue, things: PrivateThings): string | undefined {
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

/** Returns texts outside maps, because maps are checked separately. */
function textsOutside(value: AttributeValue): readonly string[] {
  if ('M' in value) return [];
  return 'L' in value ? value.L.flatMap(textsOutside) : listTexts(value);
}

function firstOf<T, R>(all: Iterable<T>, look: (one: T) => R | undefined): R | undefined {
  for (const one of all) {
    const found = look(one);
    if (found !== undefined) return found;
  }
  return undefined;
}
