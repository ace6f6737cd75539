import { daysInStatusIndex } from '#shared/domain/pipeline-limits.ts';
import { keyOfItem } from '../../aws/dynamodb/told-items.ts';
import type { AttributeValue, Item } from '../../aws/dynamodb/values/attribute-value.ts';
import type { PastFacts } from '../../journal/told.ts';
import { toStoredBatch } from '../../pipelines/extraction/stored-items.ts';
import { toAttributes } from './awkward-tenant/to-attributes.ts';
import type { BatchCourse } from './course/batch-course.ts';
import type { DocumentCourse } from './course/document-course.ts';
import { batchItem } from './items/batch-item.ts';
import { batchValues } from './items/batch-values.ts';
import { directoryItems } from './items/told-directory.ts';
import { toldDocument } from './items/told-document.ts';
import { toldPassport } from './items/told-passport.ts';
import type { PastPlan } from './plan-of.ts';
import { stateMachineArn } from './told-metrics.ts';

type Keyed = Iterable<readonly [string, Item]>;

/** The items of the table, by what they are of. */
export interface ToldItems {
  directory(): Keyed;
  batches(courses: readonly BatchCourse[]): Keyed;
  /** And their passports. */
  documents(course: BatchCourse): Keyed;
}

export function toldItemsOf(facts: PastFacts, plan: PastPlan): ToldItems {
  const { anchor } = facts;
  return {
    directory: () => keyed(directoryItems(plan).map(toAttributes)),
    batches: (courses) =>
      keyed(
        courses.map((course) =>
          inIndex(toAttributes(toStoredBatch(batchItem(course, stateMachineArn(facts)))), course, anchor),
        ),
      ),
    documents: (course) => keyed(documentsIn(course, anchor)),
  };
}

function* documentsIn(course: BatchCourse, anchor: number): Generator<Item> {
  const values = batchValues(course);
  for (const document of course.documents) {
    yield inIndex(toldDocument(course, document, values), document, anchor);
  }
  for (const document of course.documents) yield* toldPassport(course, document, values);
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
