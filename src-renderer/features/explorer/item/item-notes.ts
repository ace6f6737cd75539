import type { Attributes } from '#shared/catalogue/items/attribute-value.ts';
import type { AttributeDeclaration, TableDeclaration } from '#shared/catalogue/declaration.ts';
import { findDeclared } from '#shared/catalogue/find-declared.ts';
import { childPath } from '#renderer/ui/json-view/json-value.ts';
import { timeOf } from '../answer/result-columns.ts';

export interface ItemNotesInput {
  readonly attributes: Attributes;
  readonly types: Readonly<Record<string, AttributeDeclaration>> | undefined;
  readonly table: TableDeclaration;
  readonly readAt: number;
}

/** Comments beside the values that are times in digits: which day that is, and what a time to live means. */
export function itemNotes({ attributes, types, table, readAt }: ItemNotesInput): ReadonlyMap<string, string> {
  const notes = new Map<string, string>();
  for (const [name, value] of Object.entries(attributes)) {
    if (!('N' in value)) continue;
    const path = childPath('', name);
    if (name === table.timeToLive) {
      notes.set(path, timeToLiveNote(Number(value.N), readAt));
      continue;
    }
    const at = timeOf(findDeclared(types, name), value);
    if (at !== undefined) notes.set(path, `${minuteText(at)} UTC`);
  }
  return notes;
}

const fiveYearsMs = 5 * 365.25 * 86_400_000;

/** DynamoDB reads it as seconds; milliseconds there mean a day in the far future, so nothing is ever deleted. */
function timeToLiveNote(seconds: number, readAt: number): string {
  const at = seconds * 1_000;
  if (!Number.isFinite(at)) return 'not a time';
  if (at > readAt + fiveYearsMs) {
    const asMs = seconds <= readAt + fiveYearsMs ? `, ${dayText(seconds)} if it is milliseconds` : '';
    return `a defect: more than five years ahead${asMs}`;
  }
  return at <= readAt ? `${dayText(at)}, expired` : dayText(at);
}

function dayText(at: number): string {
  return day.format(at);
}

function minuteText(at: number): string {
  return minute.format(at);
}

const day = new Intl.DateTimeFormat('en-GB', {
  day: 'numeric',
  month: 'short',
  year: 'numeric',
  timeZone: 'UTC',
});
const minute = new Intl.DateTimeFormat('en-GB', {
  day: 'numeric',
  month: 'short',
  year: 'numeric',
  hour: '2-digit',
  minute: '2-digit',
  timeZone: 'UTC',
});
