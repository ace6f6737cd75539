import { namesByConvention } from '#shared/domain/naming-convention.ts';
import { daysInStatusIndex } from '#shared/domain/pipeline-limits.ts';
import { itemsOf, keyOfItem } from '../../aws/dynamodb/told-items.ts';
import type { AttributeValue, Item } from '../../aws/dynamodb/values/attribute-value.ts';
import { objectsOf, type ToldObject } from '../../aws/s3/told-objects.ts';
import type { PastFacts, Told } from '../../journal/told.ts';
import { batchAsKept } from '../../pipelines/extraction/items/written-items.ts';
import { toAttributes } from './awkward-tenant/to-attributes.ts';
import type { BatchCourse } from './course/batch-course.ts';
import type { DocumentCourse } from './course/document-course.ts';
import { batchItem } from './items/batch-item.ts';
import { batchValues } from './items/batch-values.ts';
import { directoryItems } from './items/told-directory.ts';
import { toldDocument } from './items/told-document.ts';
import { toldPassport } from './items/told-passport.ts';
import { toldFiles } from './items/told-files.ts';
import type { PastPlan } from './plan-of.ts';
import { stateMachineArn } from './told-metrics.ts';

/** The table with everything in it, and the files that were sent in. */
export function toldExtraction(facts: PastFacts, plan: PastPlan, courses: readonly BatchCourse[]): Told {
  const { table, documentsBucket } = namesByConvention('sandbox').extraction;
  return new Map<string, () => Iterable<readonly [string, unknown]>>([
    [itemsOf(table), () => keyed(itemsToTell(facts, plan, courses))],
    [objectsOf(documentsBucket), () => filesOf(courses)],
  ]);
}

function* itemsToTell(facts: PastFacts, plan: PastPlan, courses: readonly BatchCourse[]): Generator<Item> {
  const { anchor } = facts;
  for (const item of directoryItems(plan)) yield toAttributes(item);
  for (const course of courses) {
    yield inIndex(toAttributes(batchAsKept(batchItem(course, stateMachineArn(facts)))), course, anchor);
    const values = batchValues(course);
    for (const document of course.documents) {
      yield inIndex(toldDocument(course, document, values), document, anchor);
    }
    for (const document of course.documents) yield* toldPassport(course, document, values);
  }
}

/** What failed long ago was swept out of it. */
function inIndex(
  item: Item,
  { status, statusSince }: Pick<BatchCourse | DocumentCourse, 'status' | 'statusSince'>,
  anchor: number,
): Item {
  if (status === 'FAILED' && (statusSince ?? anchor) < anchor - daysInStatusIndex * dayMs) {
    delete item['GSI2PK'];
    delete item['GSI2SK'];
  }
  return item;
}

const dayMs = 86_400_000;

function* filesOf(courses: readonly BatchCourse[]): Generator<readonly [string, ToldObject]> {
  for (const course of courses) yield* toldFiles(course);
}

/** Ids and what else stands in sort keys here is ASCII, so that a partition's items differ in their keys' ends alone. */
function* keyed(items: Iterable<Item>): Generator<readonly [string, Item]> {
  let partition: AttributeValue | undefined;
  let prefix = '';
  for (const item of items) {
    const { PK, SK } = item;
    if (!PK || !('S' in PK) || !SK || !('S' in SK)) throw new Error('An item was told without its keys');
    if (PK !== partition) prefix = keyOfItem(PK.S);
    partition = PK;
    yield [prefix + SK.S, item];
  }
}
