import { validationException } from '../../protocol/aws-error.ts';
import { attributesOf, type Condition } from '../expressions/condition.ts';
import { project, topLevelOf, type Projection } from '../expressions/projection.ts';
import { invalid } from '../storage/primary-key.ts';
import type { SecondaryIndex } from '../storage/secondary-index.ts';
import { attributesOfKeys, type Keys } from '../tables/table-record.ts';
import type { Item } from '../values/attribute-value.ts';

export type Select = 'ALL_ATTRIBUTES' | 'ALL_PROJECTED_ATTRIBUTES' | 'SPECIFIC_ATTRIBUTES' | 'COUNT';

/** What a query shows of each item. */
export interface View {
  readonly counts: boolean;
  /** A local index sends for what it does not have itself, and that is read from the table. */
  readonly readsTable: boolean;
  /** What the filter sees. */
  readonly inIndex: (item: Item) => Item;
  readonly shown: (item: Item) => Item;
}

/** https://docs.aws.amazon.com/amazondynamodb/latest/APIReference/API_Query.html#DDB-Query-request-Select */
export function viewOf(
  index: SecondaryIndex | undefined,
  select: Select | undefined,
  projection: Projection | undefined,
): View {
  refuseContradiction(index, select, projection);
  const inIndex = (item: Item): Item => (index ? index.imageOf(item) : item);
  const readsTable = index !== undefined && wantsMore(index, select, projection);
  if (readsTable && index.record.kind === 'global') throw notProjected(index, projection);
  const whole = (item: Item): Item => (readsTable ? item : inIndex(item));
  return {
    counts: select === 'COUNT',
    readsTable,
    inIndex,
    shown: projection ? (item) => project(whole(item), projection) : whole,
  };
}

/** https://docs.aws.amazon.com/amazondynamodb/latest/developerguide/Query.FilterExpression.html */
export function refuseKeysInFilter(
  filter: Condition | undefined,
  keys: Keys,
  index: SecondaryIndex | undefined,
): void {
  const filtered = filter ? attributesOf(filter) : [];
  for (const { name } of attributesOfKeys(keys)) {
    if (filtered.includes(name)) {
      throw validationException(
        `Filter Expression can only contain non-primary key attributes: Primary key attribute: ${name}`,
      );
    }
  }
  const unknown = index ? filtered.filter((name) => !index.projects(name)) : [];
  if (index && unknown.length > 0) {
    throw invalid(
      `Secondary index ${index.record.name} does not project one or more filter attributes: ` +
        `[${unknown.join(', ')}]`,
    );
  }
}

function refuseContradiction(
  index: SecondaryIndex | undefined,
  select: Select | undefined,
  projection: Projection | undefined,
): void {
  if (projection && select !== undefined && select !== 'SPECIFIC_ATTRIBUTES') {
    const what = select === 'COUNT' ? 'only the Count' : select;
    throw validationException(`Cannot specify the ProjectionExpression when choosing to get ${what}`);
  }
  if (!projection && select === 'SPECIFIC_ATTRIBUTES') {
    throw validationException(
      'Must specify the AttributesToGet or ProjectionExpression when choosing to get SPECIFIC_ATTRIBUTES',
    );
  }
  if (!index && select === 'ALL_PROJECTED_ATTRIBUTES') {
    throw validationException('ALL_PROJECTED_ATTRIBUTES can be used only when Querying using an IndexName');
  }
}

function wantsMore(
  index: SecondaryIndex,
  select: Select | undefined,
  projection: Projection | undefined,
): boolean {
  if (projection) return topLevelOf(projection).some((name) => !index.projects(name));
  return select === 'ALL_ATTRIBUTES' && index.record.projection.type !== 'ALL';
}

function notProjected(index: SecondaryIndex, projection: Projection | undefined): Error {
  const { name } = index.record;
  if (!projection) {
    return invalid(
      `Select type ALL_ATTRIBUTES is not supported for global secondary index ${name} ` +
        'because its projection type is not ALL',
    );
  }
  const unknown = topLevelOf(projection).filter((attribute) => !index.projects(attribute));
  return invalid(`Global secondary index ${name} does not project [${unknown.join(', ')}]`);
}
