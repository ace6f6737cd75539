import { namesByConvention } from '#shared/domain/naming-convention.ts';
import { itemsOf } from '../../aws/dynamodb/told-items.ts';
import { objectsOf, type ToldObject } from '../../aws/s3/told-objects.ts';
import type { Entry, Tell, Told } from '../../journal/told.ts';
import type { Courses } from './courses.ts';
import { toldFiles } from './items/told-files.ts';
import type { PastPlan } from './plan-of.ts';
import { tableShelves, type OtherItems } from './table-shelves.ts';
import type { ToldItems } from './told-items-of.ts';

const { table, documentsBucket } = namesByConvention('sandbox').extraction;

/** The table with everything in it, and the files that were sent in. */
export function toldExtraction(
  plan: PastPlan,
  courses: Courses,
  told: ToldItems,
  others: { readonly awkward: Told; readonly ofMessages: Told },
): Told {
  const more: OtherItems = { awkward: inTable(others.awkward), ofMessages: inTable(others.ofMessages) };
  const whole = (): Iterable<Entry> => itemsToTell(courses, told, more);
  return new Map<string, Tell>([
    [itemsOf(table), Object.assign(whole, { shelves: tableShelves(plan, courses, told, more) })],
    [objectsOf(documentsBucket), () => filesOf(courses)],
  ]);
}

/** Its items are told with the others of the table. */
export function withoutTable(told: Told): Told {
  return new Map([...told].filter(([name]) => name !== itemsOf(table)));
}

function inTable(told: Told): Tell {
  return told.get(itemsOf(table)) ?? (() => []);
}

function* itemsToTell(courses: Courses, told: ToldItems, others: OtherItems): Generator<Entry> {
  yield* told.directory();
  for (const course of courses.all()) {
    yield* told.batches([course]);
    yield* told.documents(course);
  }
  yield* others.awkward();
  yield* others.ofMessages();
}

function* filesOf(courses: Courses): Generator<readonly [string, ToldObject]> {
  for (const course of courses.all()) yield* toldFiles(course);
}
