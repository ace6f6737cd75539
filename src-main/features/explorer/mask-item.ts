import type { AttributeValue, Attributes, Mask } from '#shared/catalogue/items/attribute-value.ts';
import type { SystemDeclaration } from '#shared/catalogue/declaration.ts';
import type { StoredItem } from '../../aws/reading.ts';
import { addressNote, holdsEmail, isEmpty, isPresigned, textsOf } from '../../rows/shown-text.ts';
import {
  hiddenAttributes,
  hiddenKeys,
  hidesEmails,
  mentionFinder,
  secretFinder,
  tableKeyNames,
} from './hidden-names.ts';
import type { Hidden } from './hidden-names.ts';
import { copiesOf, privateTextsOf, privateWithin } from './hidden-texts.ts';

/** With a name, that attribute without the mask that may be lifted; a secret keeps its own. */
type MaskItem = (item: Pick<StoredItem, 'table' | 'entity' | 'attributes'>, revealed?: string) => Attributes;

/**
 * Decision 005: what an item is when it leaves main. Hidden are declared names at any depth, keys that are
 * filled with a hidden value, presigned addresses wherever they stand, and copies of what is hidden elsewhere in
 * what was read of the item.
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
    const copies = copiesOf(attributes, secretOf);
    const privateTexts = privateTextsOf(attributes, rules.attributes);
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
      for (const text of textsOf(value)) {
        if (isPresigned(text)) return secretMask('a presigned address', value, now);
        const copied = copies.find((copy) => text.includes(copy.text));
        const found = copied ?? mentioned(text);
        if (found !== undefined) return secretMask(found.what, value, now);
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
        const secret = isEmpty(value) ? undefined : secretOf(name);
        return [name, secret === undefined ? within(value) : secretMask(secret.what, value, now)] as const;
      });
      return { M: Object.fromEntries(entries) };
    }
  };
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
