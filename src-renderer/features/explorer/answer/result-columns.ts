import { keyText, type AttributeValue } from '#shared/catalogue/items/attribute-value.ts';
import {
  findDeclared,
  type AttributeDeclaration,
  type SystemDeclaration,
} from '#shared/catalogue/declaration.ts';
import { listHoles } from '#shared/catalogue/keys/key-template.ts';
import { allKeyNames, attributeOfHole } from '#shared/catalogue/keys/key-places.ts';
import type { Located } from '#shared/catalogue/questions/locate.ts';
import type { ReadItem } from '#shared/contract/explorer.ts';
import { toLabel } from '../question/fields.ts';

/** The definition of a column. An export writes `attribute` as its title. */
export interface ResultColumn {
  readonly id: string;
  readonly title: string;
  readonly role: 'name' | 'kind' | 'attribute' | 'key';
  readonly attribute: string | null;
  readonly declared: AttributeDeclaration | undefined;
  readonly isStatus: boolean;
  readonly shownAtFirst: boolean;
}

const shownAtMost = 6;

/** Returns the columns in order: the name, the sort key, the state, then the rest. */
export function buildResultColumns(
  system: SystemDeclaration,
  located: Located,
  items: readonly ReadItem[],
): readonly ResultColumn[] {
  const entities = listEntities(located, items);
  const keys = allKeyNames(located.table);
  const attributes = listAttributes(system, entities, items);
  const sorted = listSortAttributes(system, located, entities);
  const statuses = new Set(
    entities.flatMap((entity) => findDeclared(system.entities, entity)?.status?.attribute ?? []),
  );
  const ids = new Set(entities.map((entity) => findIdHole(system, located, entity)));
  const said = new Set([
    ...listHoles(located.pattern.partition).map(({ name }) => name),
    ...listCommonAttributes(system),
  ]);
  const rank = ({ name }: NamedAttribute) =>
    sorted.has(name) ? 0 : statuses.has(name) ? 1 : said.has(name) ? 3 : 2;

  const plain = attributes.filter(({ name }) => !keys.has(name) || statuses.has(name) || sorted.has(name));
  let room = shownAtMost - 1 - (entities.length > 1 ? 1 : 0);
  const ranked = plain
    .toSorted((a, b) => rank(a) - rank(b))
    .map(({ name, declared }) => {
      const fits =
        room > 0 &&
        rank({ name, declared }) < 3 &&
        isShort(declared) &&
        !ids.has(name) &&
        isHeld(items, name);
      if (fits) room -= 1;
      return toColumn('attribute', name, declared, statuses.has(name), fits);
    });
  return [
    { ...toColumn('name', nameTitle(entities), undefined, false, true), attribute: nameAttribute(located) },
    ...(entities.length > 1
      ? [{ ...toColumn('kind', 'Kind', undefined, false, true), attribute: null }]
      : []),
    ...ranked,
    ...attributes
      .filter(({ name }) => keys.has(name) && !statuses.has(name) && !sorted.has(name))
      .map(({ name, declared }) => toColumn('key', name, declared, false, false)),
  ];
}

/**
 * Returns the name that people use for an item, the last part of its key: "inv-0398.pdf" of
 * DOCUMENT#inv-0398.pdf.
 */
export function getItemName(system: SystemDeclaration, { table }: Located, item: ReadItem): string {
  const keys = findDeclared(system.entities, item.entity ?? '')?.keys;
  const names = table.sort === undefined ? [table.partition.name] : [table.sort.name, table.partition.name];
  const texts = names.flatMap((name) => {
    const text = keyText(item.attributes, name);
    return text === undefined ? [] : [{ text, template: findDeclared(keys, name) }];
  });
  // The template DOCUMENT#LATEST has no hole, so such items differ in their partition.
  const telling = texts.find(({ template }) => template !== undefined && getLastPart(template).includes('{'));
  if (telling !== undefined) return getLastPart(telling.text);
  return texts[0]?.text ?? 'masked';
}

function getLastPart(key: string): string {
  return key.slice(key.lastIndexOf('#') + 1);
}

interface NamedAttribute {
  readonly name: string;
  readonly declared: AttributeDeclaration | undefined;
}

function toColumn(
  role: ResultColumn['role'],
  name: string,
  declared: AttributeDeclaration | undefined,
  isStatus: boolean,
  shownAtFirst: boolean,
): ResultColumn {
  const isOwn = role === 'name' || role === 'kind';
  const title = role === 'attribute' ? toLabel(name) : name;
  return {
    id: isOwn ? role : `attribute ${name}`,
    title,
    role,
    attribute: isOwn ? null : name,
    declared,
    isStatus,
    shownAtFirst,
  };
}

/** Lists the entities that came back or, before there is an answer, those that may come. */
function listEntities({ pattern }: Located, items: readonly ReadItem[]): readonly string[] {
  const found = new Set(items.flatMap(({ entity }) => entity ?? []));
  return found.size === 0 ? pattern.returns : [...found];
}

/** Lists the declared attributes in their order, then any others. */
function listAttributes(
  system: SystemDeclaration,
  entities: readonly string[],
  items: readonly ReadItem[],
): readonly NamedAttribute[] {
  const names = new Map<string, AttributeDeclaration | undefined>();
  for (const entity of entities) {
    for (const [name, declared] of Object.entries(findDeclared(system.entities, entity)?.attributes ?? {})) {
      if (!names.has(name)) names.set(name, declared);
    }
  }
  for (const { attributes } of items) {
    for (const name of Object.keys(attributes)) if (!names.has(name)) names.set(name, undefined);
  }
  return [...names].map(([name, declared]) => ({ name, declared }));
}

/** Returns the attributes in the templates of the sort key, which determine the order of the answer. */
function listSortAttributes(
  system: SystemDeclaration,
  { schema }: Located,
  entities: readonly string[],
): ReadonlySet<string> {
  const { sort } = schema;
  if (sort === undefined) return new Set();
  return new Set(
    entities.flatMap((entity) => {
      const declared = findDeclared(system.entities, entity);
      const template = findDeclared(declared?.keys, sort.name);
      const names = template === undefined ? [sort.name] : listHoles(template).map(({ name }) => name);
      return names.flatMap((name) =>
        declared === undefined ? [] : (attributeOfHole(declared, name)?.name ?? []),
      );
    }),
  );
}

/** Attributes that every entity has, such as a version, do not distinguish items unless they hold a state. */
function listCommonAttributes({ entities }: SystemDeclaration): readonly string[] {
  const [first, ...others] = Object.values(entities);
  if (first === undefined || others.length === 0) return [];
  return Object.entries(first.attributes).flatMap(([name, { oneOf = [] }]) => {
    const isEverywhere = others.every(({ attributes }) => findDeclared(attributes, name) !== undefined);
    return isEverywhere && oneOf.length < 2 ? [name] : [];
  });
}

/** Returns the attribute that repeats the name. */
function findIdHole(system: SystemDeclaration, { table }: Located, entity: string): string | undefined {
  const keys = findDeclared(system.entities, entity)?.keys;
  const template = findDeclared(keys, (table.sort ?? table.partition).name) ?? '';
  return /(?:^|#)\{(\w+)(?::\w+)?\}$/.exec(template)?.[1];
}

function nameTitle(entities: readonly string[]): string {
  return entities.length === 1 ? toLabel(entities[0] ?? 'Item') : 'Item';
}

function nameAttribute({ table }: Located): string {
  return (table.sort ?? table.partition).name;
}

function isHeld(items: readonly ReadItem[], name: string): boolean {
  return items.length === 0 || items.some(({ attributes }) => Object.hasOwn(attributes, name));
}

/** Lists, maps and masked secrets say little in a cell, so they are not chosen by default. */
function isShort(declared: AttributeDeclaration | undefined): boolean {
  if (declared === undefined) return true;
  return declared.secret === undefined && !['list', 'map', 'binary'].includes(declared.type);
}

/** Sorts the loaded rows. A double is precise enough to order numbers; the shown value keeps all digits. */
export function toSortValue(value: AttributeValue | undefined, text: string): string | number | null {
  if (value === undefined || 'MASKED' in value || 'NULL' in value) return null;
  return 'N' in value ? Number(value.N) : text;
}

/** Returns milliseconds since 1970 for a value that its entity declares as a time. */
export function parseTime(
  declared: AttributeDeclaration | undefined,
  value: AttributeValue | undefined,
): number | undefined {
  if (declared === undefined || value === undefined) return undefined;
  let at = Number.NaN;
  if (declared.type === 'time' && 'S' in value) at = Date.parse(value.S);
  if (declared.type === 'epoch seconds' && 'N' in value) at = Number(value.N) * 1_000;
  if (declared.type === 'epoch milliseconds' && 'N' in value) at = Number(value.N);
  return Math.abs(at) <= 8.64e15 ? at : undefined;
}
