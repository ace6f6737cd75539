import { valueProblem } from '../keys/hole-value.ts';
import { keyAttributes, keyNames } from '../keys/key-places.ts';
import type { HoleKind } from '../keys/key-template.ts';
import type { KeyAttribute, TableDeclaration } from '../declaration.ts';
import { nameEntities, nameHoles } from './name-shapes.ts';
import { plainWords } from './names.ts';

/** Maps the key attributes of one item to their values. A Number is given as its digits. */
export type SampledKey = Readonly<Record<string, string>>;

/** Describes items whose table keys look alike, as one entity would write them. */
export interface KeyShape {
  readonly entity: string;
  /** Maps each key attribute that was found to its template. */
  readonly keys: Readonly<Record<string, string>>;
  /** Lists the indexes that only some of the items have keys for. */
  readonly sparse: readonly string[];
  readonly found: number;
  /** Lists key attributes of which some values did not fit the template. */
  readonly unlike: readonly string[];
}

/**
 * Finds the templates behind sampled keys. Keys are split at "#"; a part is fixed text or a value, by how it looks and
 * by how many different ones stand at its place. Everything here is a guess that a person corrects.
 */
export function findKeyShapes(table: TableDeclaration, sampled: readonly SampledKey[]): readonly KeyShape[] {
  const own = keyAttributes(table);
  const distinct = new Map(
    sampled
      .filter((key) => own.every(({ name }) => Object.hasOwn(key, name)))
      .map((key) => [JSON.stringify(own.map(({ name }) => key[name])), key]),
  );
  const groups = mergeAlike(groupBySkeleton([...distinct.values()], own));
  const withIndexes = groups.map((group) => readIndexKeys(group, table));
  nameHoles(withIndexes, table);
  return nameEntities(withIndexes, table);
}

/** A part of a key between two "#": fixed text, or a lead such as "taskid_" with a value behind it. */
export interface Part {
  readonly lead: string;
  readonly isValue: boolean;
}

export interface Column {
  readonly name: string;
  readonly type: KeyAttribute['type'];
  readonly parts: readonly Part[];
}

export interface Group {
  readonly columns: readonly Column[];
  readonly keys: readonly SampledKey[];
}

export interface Hole {
  readonly column: string;
  readonly place: number;
  readonly values: readonly (string | undefined)[];
  readonly kind: HoleKind;
  readonly label: string | null;
  name: string | undefined;
}

export interface ReadGroup extends Group {
  readonly sparse: readonly string[];
  readonly unlike: readonly string[];
  readonly holes: readonly Hole[];
}

function groupBySkeleton(keys: readonly SampledKey[], own: readonly KeyAttribute[]): readonly Group[] {
  const groups = new Map<string, { columns: readonly Column[]; keys: SampledKey[] }>();
  for (const key of keys) {
    const columns = own.map((attribute) => readColumn(attribute, key[attribute.name] ?? ''));
    const skeleton = JSON.stringify(
      columns.map((column, at) => describeSkeleton(column, splitKey(key, own[at]))),
    );
    const group = groups.get(skeleton);
    if (group === undefined) groups.set(skeleton, { columns, keys: [key] });
    else group.keys.push(key);
  }
  return [...groups.values()];
}

function splitKey(key: SampledKey, attribute: Pick<KeyAttribute, 'name'> | undefined): readonly string[] {
  return (key[attribute?.name ?? ''] ?? '').split('#');
}

/** Days, times and addresses are told apart from other values, because they are rarely values of one place. */
function describeSkeleton({ parts }: Column, texts: readonly string[]): readonly string[] {
  return parts.map(({ lead, isValue }, at) => {
    if (!isValue) return `=${lead}`;
    const kind = findKind([texts[at]?.slice(lead.length) ?? '']);
    return `${lead}?${kind === 'date' || kind === 'time' || kind === 'email' ? kind : ''}`;
  });
}

function readColumn({ name, type }: KeyAttribute, text: string): Column {
  if (type === 'N') return { name, type, parts: [{ lead: '', isValue: true }] };
  const texts = text.split('#');
  const parts: Part[] = [];
  for (const [at, part] of texts.entries()) parts.push(readPart(part, at, texts, parts.at(-1)));
  return { name, type, parts };
}

function readPart(text: string, at: number, texts: readonly string[], before: Part | undefined): Part {
  const electro = texts[0]?.startsWith('$') === true ? readElectroPart(text, at, texts) : undefined;
  if (electro !== undefined) return electro;
  const label = before?.isValue === false ? before.lead : undefined;
  return isFixed(text, label) ? { lead: text, isValue: false } : { lead: '', isValue: true };
}

/** ElectroDB writes `$service#label_value` and `$entity_1#label_value`, or `$collection#entity_1#label_value`. */
function readElectroPart(text: string, at: number, texts: readonly string[]): Part | undefined {
  if (at === 0) return { lead: text, isValue: false };
  const isCollection = !/_\d+$/.test(texts[0] ?? '') && /^[a-z][a-z\d-]*_\d{1,3}$/.test(text);
  if (isCollection && (at === 1 || at === texts.length - 1)) return { lead: text, isValue: false };
  const label = /^[A-Za-z][A-Za-z\d]*_(?=.)/.exec(text)?.[0];
  return label === undefined ? undefined : { lead: label, isValue: true };
}

const word = /^[A-Za-z][A-Za-z_.-]{0,39}$/;
const version = /^[vV]\d{1,2}$/;
/** The values behind these labels are words. */
const labelsOfWords: ReadonlySet<string> = new Set(['STATUS', 'STATE']);

function isFixed(text: string, before: string | undefined): boolean {
  if (text === '') return true;
  const label = before !== undefined && word.test(before) ? before : undefined;
  if (version.test(text)) return label === undefined;
  if (!word.test(text)) return false;
  if (label === undefined) return true;
  if (labelsOfWords.has(label.toUpperCase())) return false;
  return readStyle(label) === readStyle(text) && !(text.includes('-') && !label.includes('-'));
}

function readStyle(text: string): 'upper' | 'lower' | 'mixed' {
  if (text === text.toUpperCase()) return 'upper';
  return text === text.toLowerCase() ? 'lower' : 'mixed';
}

/**
 * Words behind the same label, such as OPEN and CLOSED, are values if there are several of them. Words at the begin of
 * a key tell entities apart, so those stay fixed.
 */
function mergeAlike(groups: readonly Group[]): readonly Group[] {
  let merged = groups;
  for (let at = 0; at < merged.length;) {
    const next = mergeOne(merged, at);
    if (next === undefined) at += 1;
    else {
      merged = next;
      at = 0;
    }
  }
  return merged;
}

function mergeOne(groups: readonly Group[], at: number): readonly Group[] | undefined {
  const group = groups[at];
  if (group === undefined) return undefined;
  for (const [column, { parts }] of group.columns.entries()) {
    for (const [place, part] of parts.entries()) {
      if (part.isValue || part.lead === '') continue;
      const same = groups.filter((other) => differsOnlyAt(group, other, column, place));
      const enough = findThreshold(group, column, place);
      const open = same.filter((other) => other.columns[column]?.parts[place]?.isValue === true);
      const isSlug = readStyle(part.lead) === 'lower' && open.length > 0;
      if (!isSlug && same.length - open.length < enough) continue;
      const into = withValueAt(group, column, place);
      const together = { ...into, keys: same.flatMap(({ keys }) => keys) };
      return [...groups.filter((other) => !same.includes(other)), together];
    }
  }
  return undefined;
}

/** The person chose the partitions, so two of them are enough to see what differs. */
function findThreshold({ columns }: Group, column: number, place: number): number {
  const parts = columns[column]?.parts ?? [];
  const isPartition = column === 0;
  if (place === 0) return parts.length > 1 ? Infinity : isPartition ? 2 : 6;
  const before = parts[place - 1];
  if (before === undefined || before.isValue || before.lead === '') return Infinity;
  return isPartition && place < 2 ? 2 : 3;
}

function differsOnlyAt(one: Group, other: Group, column: number, place: number): boolean {
  return one.columns.every((mine, at) => {
    const theirs = other.columns[at];
    return (
      theirs !== undefined &&
      theirs.parts.length === mine.parts.length &&
      mine.parts.every(
        (part, index) =>
          (at === column && index === place) ||
          (part.isValue === theirs.parts[index]?.isValue &&
            part.lead === theirs.parts[index].lead &&
            (!part.isValue || sameSort(one, other, mine.name, index))),
      )
    );
  });
}

function sameSort(one: Group, other: Group, column: string, place: number): boolean {
  const kinds = [one, other].map(({ keys }) => findKind(keys.map((key) => partText(key, column, place, ''))));
  return (
    kinds.every((kind) => kind !== 'date' && kind !== 'time' && kind !== 'email') || kinds[0] === kinds[1]
  );
}

function withValueAt(group: Group, column: number, place: number): Group {
  const columns = group.columns.map((one, at) =>
    at === column
      ? {
          ...one,
          parts: one.parts.map((part, index) => (index === place ? { lead: '', isValue: true } : part)),
        }
      : one,
  );
  return { ...group, columns };
}

/** An entity is known by its table's keys, so whatever differs between its keys in an index is a value. */
function readIndexKeys(group: Group, table: TableDeclaration): ReadGroup {
  const own = new Set(keyNames(table));
  const all = new Map(
    Object.values(table.indexes ?? {})
      .flatMap(keyAttributes)
      .filter(({ name }) => !own.has(name))
      .map((key) => [key.name, key]),
  );
  const columns: Column[] = [...group.columns];
  const unlike: string[] = [];
  for (const attribute of all.values()) {
    const texts = group.keys.flatMap((key) => key[attribute.name] ?? []);
    if (texts.length === 0) continue;
    const read = readColumns(attribute, texts);
    columns.push(read.column);
    if (read.isUnlike) unlike.push(attribute.name);
  }
  const written = Object.entries(table.indexes ?? {}).filter(([, index]) =>
    keyNames(index).every((name) => columns.some((column) => column.name === name)),
  );
  const sparse = written
    .filter(([, index]) =>
      group.keys.some((key) => keyNames(index).some((name) => !Object.hasOwn(key, name))),
    )
    .map(([name]) => name);
  // Half of a key is in no index, so a declaration has no place for it.
  const whole = new Set([...own, ...written.flatMap(([, index]) => keyNames(index))]);
  const kept = columns.filter(({ name }) => whole.has(name));
  return { columns: kept, keys: group.keys, sparse, unlike, holes: listHoles(kept, group.keys) };
}

function readColumns(
  attribute: KeyAttribute,
  texts: readonly string[],
): { readonly column: Column; readonly isUnlike: boolean } {
  const columns = texts.map((text) => readColumn(attribute, text));
  const byLength = new Map<number, Column[]>();
  for (const column of columns) {
    const { length } = column.parts;
    byLength.set(length, [...(byLength.get(length) ?? []), column]);
  }
  const [most = []] = [...byLength.values()].toSorted((a, b) => b.length - a.length);
  const first = most[0]?.parts ?? [];
  const parts = first.map((part, at): Part => {
    const others = most.flatMap((column) => column.parts[at] ?? []);
    if (others.every(({ lead, isValue }) => lead === part.lead && isValue === part.isValue)) return part;
    const leads = new Set(others.filter(({ isValue }) => isValue).map(({ lead }) => lead));
    return {
      lead: leads.size === 1 && !others.some(({ isValue }) => !isValue) ? part.lead : '',
      isValue: true,
    };
  });
  return { column: { ...attribute, parts }, isUnlike: byLength.size > 1 };
}

function listHoles(columns: readonly Column[], keys: readonly SampledKey[]): readonly Hole[] {
  return columns.flatMap(({ name, type, parts }) =>
    parts.flatMap(({ lead, isValue }, place): Hole[] => {
      if (!isValue) return [];
      const values = keys.map((key) =>
        Object.hasOwn(key, name) && (type === 'N' || (key[name]?.split('#').length ?? 0) === parts.length)
          ? partText(key, name, place, lead)
          : undefined,
      );
      const there = values.filter((value) => value !== undefined);
      const kind = type === 'N' ? numberKind(there) : findKind(there);
      const label = lead === '' ? findLabel(parts, place, kind) : lead.replace(/_$/, '');
      return [{ column: name, place, values, kind, label, name: undefined }];
    }),
  );
}

function partText(key: SampledKey, column: string, place: number, lead: string): string {
  return (key[column]?.split('#')[place] ?? '').slice(lead.length);
}

/** Returns the narrowest kind that fits all of the values. */
function findKind(values: readonly string[]): HoleKind {
  const kinds = ['ulid', 'date', 'time', 'email'] as const;
  if (values.length === 0) return 'text';
  return kinds.find((kind) => values.every((value) => valueProblem(kind, value) === undefined)) ?? 'text';
}

function numberKind(values: readonly string[]): HoleKind {
  if (values.length === 0) return 'number';
  if (values.every((value) => /^\d{13}$/.test(value))) return 'epochMs';
  return values.every((value) => /^\d{10}$/.test(value)) ? 'epochSeconds' : 'number';
}

/** In JOB#a#b the last value is the job's id, and the one before it only sorts. */
function findLabel(parts: readonly Part[], place: number, kind: HoleKind): string | null {
  let at = place - 1;
  while (at >= 0 && isNoLabel(parts[at])) at -= 1;
  const label = parts[at]?.lead;
  if (label === undefined) return null;
  const isFollowed = parts[place + 1]?.isValue === true && parts[place + 1]?.lead === '';
  return isFollowed && (kind === 'text' || kind === 'ulid') ? `${label}_PART` : label;
}

function isNoLabel(part: Part | undefined): boolean {
  return part !== undefined && (part.isValue || part.lead === '' || plainWords.has(part.lead.toUpperCase()));
}
