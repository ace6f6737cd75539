import type { AttributeValue, Attributes, Mask } from '#shared/catalogue/attribute-value.ts';
import type { SystemDeclaration } from '#shared/catalogue/declaration.ts';
import type { StoredItem } from '../../aws/reading.ts';
import { addressNote, isPresigned } from './address-note.ts';
import { hiddenAttributes, hiddenKeys, hidesEmails, keyNames, secretNames } from './hidden-names.ts';
import type { Hidden } from './hidden-names.ts';
import { isEmpty, textsOf } from './value-texts.ts';

/** With a name, that attribute without the mask that may be lifted; a secret keeps its own. */
export type MaskItem = (
  item: Pick<StoredItem, 'table' | 'entity' | 'attributes'>,
  revealed?: string,
) => Attributes;

/** What shorter texts say is found by chance in others that have nothing to do with them. */
const longEnough = 6;
const anEmail = /[^\s#@]+@[^\s#@]+\.[^\s#@]+/;

/**
 * Decision 005: what an item is when it leaves main. Hidden are declared names, keys that are filled
 * with a hidden value, presigned addresses wherever they stand, and copies of a secret elsewhere.
 */
export function itemMasker(system: SystemDeclaration, now: number): MaskItem {
  const secrets = secretNames(system);
  const keysMayHoldEmails = hidesEmails(system);
  const rulesOf = remembered((table: string, entity: string | null) => ({
    attributes: hiddenAttributes(system, entity),
    keys: hiddenKeys(system, table, entity),
    keyNames: keyNames(system, table),
  }));

  return ({ table, entity, attributes }, revealed) => {
    const rules = rulesOf(table, entity);
    const copies = copiesOf(attributes, secrets);
    const privateTexts = privateTextsOf(attributes, rules.attributes);
    return Object.fromEntries(
      Object.entries(attributes).map(([name, value]) => [name, isEmpty(value) ? value : whole(name, value)]),
    );

    function whole(name: string, value: AttributeValue): AttributeValue {
      const why = whyHidden(name, value);
      if (why?.secret === true) return secretMask(why.what, value, now);
      const inner = within(value);
      if (why === undefined || 'MASKED' in inner) return inner;
      return { MASKED: { what: why.what, revealable: true } };
    }

    function whyHidden(name: string, value: AttributeValue): Hidden | undefined {
      const secret = secrets.get(name);
      if (secret !== undefined || name === revealed) return secret;
      return rules.keys.get(name) ?? rules.attributes.get(name) ?? keyWithPrivateText(name, value);
    }

    function keyWithPrivateText(name: string, value: AttributeValue): Hidden | undefined {
      if (!rules.keyNames.has(name) || !('S' in value)) return undefined;
      const parts = [value.S, ...value.S.split('#')].map((part) => part.toLowerCase());
      const what = parts.map((part) => privateTexts.get(part)).find((found) => found !== undefined);
      if (what !== undefined) return { what: `a key with ${what}`, secret: false };
      return keysMayHoldEmails && anEmail.test(value.S)
        ? { what: 'a key with an e-mail address', secret: false }
        : undefined;
    }

    function within(value: AttributeValue): AttributeValue {
      if ('L' in value) return { L: value.L.map(within) };
      if ('M' in value) return withinMap(value.M);
      for (const text of textsOf(value)) {
        if (isPresigned(text)) return secretMask('a presigned address', value, now);
        const copied = copies.find((copy) => text.includes(copy.text));
        if (copied !== undefined) return secretMask(copied.what, value, now);
      }
      return value;
    }

    /** Its names are data as well: such a map goes as a whole. */
    function withinMap(map: Attributes): AttributeValue {
      for (const name of Object.keys(map)) {
        const inner = within({ S: name });
        if ('MASKED' in inner) return inner;
      }
      const entries = Object.entries(map).map(([name, value]) => {
        const secret = isEmpty(value) ? undefined : secrets.get(name);
        return [name, secret === undefined ? within(value) : secretMask(secret.what, value, now)] as const;
      });
      return { M: Object.fromEntries(entries) };
    }
  };
}

interface Copy {
  readonly text: string;
  readonly what: string;
}

/** A secret is hidden also where it was written a second time, in an error text or a list of former values. */
function copiesOf(attributes: Attributes, secrets: ReadonlyMap<string, Hidden>): readonly Copy[] {
  return Object.entries(attributes).flatMap(([name, value]) => {
    const what = secrets.get(name)?.what;
    if (what === undefined) return [];
    return textsOf(value)
      .filter((text) => text.length >= longEnough)
      .map((text) => ({ text, what }));
  });
}

function privateTextsOf(
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

function secretMask(what: string, value: AttributeValue, now: number): { readonly MASKED: Mask } {
  const texts = textsOf(value);
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
