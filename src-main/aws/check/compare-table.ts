import type { GlobalSecondaryIndexDescription, TableDescription } from '@aws-sdk/client-dynamodb';
import type { IndexDeclaration, SystemDeclaration, TableDeclaration } from '#shared/catalogue/declaration.ts';
import type { Located } from '#shared/catalogue/questions/locate.ts';
import { compareKeys } from './compare-keys.ts';
import { compareProjection } from './compare-projection.ts';
import type { Difference } from './planned-check.ts';
import { namedQuestions } from './questions-on.ts';

interface Compared {
  readonly system: SystemDeclaration;
  readonly tableKey: string;
  readonly declared: TableDeclaration;
  readonly found: TableDescription;
  /** Those of whoever looks. */
  readonly questions: readonly Located[];
}

/** The shape of a table against the catalogue's, and what of the console each difference costs. */
export function compareTable({
  system,
  tableKey,
  declared,
  found,
  questions,
}: Compared): readonly Difference[] {
  const ofTable = questions.filter((question) => question.tableKey === tableKey);
  const asked = (index: string | null): readonly Located[] =>
    ofTable.filter(({ indexName }) => indexName === index);
  const indexes: readonly GlobalSecondaryIndexDescription[] = [
    ...(found.GlobalSecondaryIndexes ?? []),
    ...(found.LocalSecondaryIndexes ?? []),
  ];
  return [
    ...compareStatus(found.TableStatus),
    ...compareKeys(declared, found, found.AttributeDefinitions, {
      where: 'the table',
      means: 'No item is found by the keys that the console makes: nothing of this table can be shown.',
    }),
    ...Object.entries(declared.indexes ?? {}).flatMap(([name, index]) => {
      const there = indexes.find(({ IndexName }) => IndexName === name);
      return compareIndex({ name, index, there, table: found, system, questions: asked(name) });
    }),
    ...indexes.flatMap(({ IndexName = '' }) => undeclared(IndexName, declared)),
  ];
}

function compareStatus(status: string | undefined): readonly Difference[] {
  if (status === 'ACTIVE') return [];
  const isReadable = status === 'UPDATING';
  return [
    {
      where: 'status of the table',
      expected: 'ACTIVE',
      found: status ?? 'nothing',
      means: isReadable
        ? 'It is being changed, and can be read meanwhile.'
        : 'Nothing of it can be read until it is ACTIVE.',
      matters: !isReadable,
    },
  ];
}

interface ComparedIndex {
  readonly name: string;
  readonly index: IndexDeclaration;
  readonly there: GlobalSecondaryIndexDescription | undefined;
  readonly table: TableDescription;
  readonly system: SystemDeclaration;
  readonly questions: readonly Located[];
}

function compareIndex({
  name,
  index,
  there,
  table,
  system,
  questions,
}: ComparedIndex): readonly Difference[] {
  const where = `index ${name}`;
  const asks = questions.map(({ pattern }) => pattern.asks);
  const means =
    asks.length === 0
      ? 'No question of yours is asked of it.'
      : `${asks.length === 1 ? 'This question cannot' : `These ${asks.length} questions cannot`} be asked: ${namedQuestions(asks)}.`;
  const matters = asks.length > 0;
  if (there === undefined) return [{ where, expected: 'there', found: 'missing', means, matters }];
  return [
    ...compareIndexStatus(where, there, means, matters),
    ...compareKeys(index, there, table.AttributeDefinitions, { where, means }).map((one) => ({
      ...one,
      matters,
    })),
    ...compareProjection({ name, declared: index, found: there.Projection, system, questions }),
  ];
}

/** A local index has no status of its own. */
function compareIndexStatus(
  where: string,
  { IndexStatus = 'ACTIVE', Backfilling }: GlobalSecondaryIndexDescription,
  means: string,
  matters: boolean,
): readonly Difference[] {
  if (IndexStatus === 'ACTIVE' || IndexStatus === 'UPDATING') return [];
  const found = Backfilling === true ? `${IndexStatus}, being filled` : IndexStatus;
  return [{ where: `status of ${where}`, expected: 'ACTIVE', found, means, matters }];
}

function undeclared(name: string, { indexes = {} }: TableDeclaration): readonly Difference[] {
  if (Object.hasOwn(indexes, name)) return [];
  const means = 'No question is asked of it; each write pays for it all the same.';
  return [{ where: `index ${name}`, expected: 'not declared', found: 'there', means, matters: false }];
}
