import { catalogue } from '#shared/catalogue/catalogue.ts';
import { keyText } from '#shared/catalogue/items/values-of-item.ts';
import { parseTemplate } from '#shared/catalogue/templates/fill-template.ts';
import { findDeclared } from '#shared/catalogue/find-declared.ts';
import type { StoredItem } from '../../aws/reading.ts';
import { readAttributes, type AttributeReading } from './read-attributes.ts';

type Entity = keyof typeof catalogue.extraction.entities;

export interface RowReading {
  readonly read: AttributeReading;
  readonly problems: string[];
  /** By the item's key; by an attribute where its key is none that is known. Never empty. */
  readonly id: (name: string) => string;
  /** What every row has. */
  readonly asRead: () => {
    version: number | null;
    createdAt: string | null;
    updatedAt: string | null;
    catchingUp: boolean;
    expired: boolean;
    problems: string[];
  };
}

const longestId = 256;

export function readRow(item: StoredItem, entity: Entity): RowReading {
  const problems: string[] = [];
  const read = readAttributes(item.attributes, problems);
  const { keys } = catalogue.extraction.entities[entity];
  const [partition = '', sort = ''] = [keyText(item.key, 'PK'), keyText(item.key, 'SK')];
  const ids = { ...parseTemplate(keys.PK, partition), ...parseTemplate(keys.SK, sort) };

  return {
    read,
    problems,
    id(name) {
      const id = findDeclared(ids, name) ?? attributeText(item, name);
      if (id === undefined) read.note(name, `the key ${partition} / ${sort} does not say it`.slice(0, 300));
      const known = id ?? (sort || partition || 'unknown');
      if (known.length > longestId) read.note(name, `longer than ${longestId} characters, and cut`);
      return known.slice(0, longestId);
    },
    asRead: () => ({
      version: read.count('version'),
      createdAt: read.time('createdAt'),
      updatedAt: read.time('updatedAt'),
      catchingUp: item.catchingUp,
      expired: item.expired,
      problems,
    }),
  };
}

/** An unknown status is cut to this length. */
export const longestStatus = 60;

/** An unknown status stays readable as it is written (domain, 1.2). */
export function readStatus<T extends string>(
  read: AttributeReading,
  known: readonly T[],
): { readonly status: T | null; readonly otherStatus: string | null } {
  const written = read.text('status');
  const status = known.find((one) => one === written) ?? null;
  if (status !== null || written === null) return { status, otherStatus: null };
  const otherStatus = written.trim().slice(0, longestStatus) || '(blank)';
  read.note('status', `"${otherStatus}" is none of ${known.join(', ')}`);
  return { status: null, otherStatus };
}

function attributeText({ attributes }: StoredItem, name: string): string | undefined {
  const value = findDeclared(attributes, name);
  return value !== undefined && 'S' in value && value.S !== '' ? value.S : undefined;
}
