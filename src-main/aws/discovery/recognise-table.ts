import type { TableDescription } from '@aws-sdk/client-dynamodb';
import type { FoundPart } from '#shared/contract/connections.ts';
import type { SystemDeclaration, TableDeclaration } from '#shared/catalogue/declaration.ts';
import { capitalize } from '#shared/domain/formatting.ts';
import { compareTable, listQuestions } from '../check/compare-table.ts';

/** This is how a table compares with a declared one. */
export interface TableFit {
  /** Whether its own partition and sort key are the declared ones. */
  readonly hasKeys: boolean;
  /** Declared indexes that it has with the declared keys. */
  readonly indexes: readonly string[];
  readonly declaredIndexes: number;
  /** Differences that cost something, with what they cost. */
  readonly lacks: FoundPart['lacks'];
}

/** Compares a table with the catalogue as "Check connection" does, for everything that the console can ask. */
export function fitTable(system: SystemDeclaration, tableKey: string, found: TableDescription): TableFit {
  const declared = system.tables[tableKey];
  if (declared === undefined) throw new Error(`The system "${system.id}" has no table "${tableKey}".`);
  const differences = compareTable({
    system,
    tableKey,
    declared,
    found,
    questions: listQuestions(system, 'admin'),
  });
  return {
    hasKeys: !differences.some(({ where }) => where.endsWith(' key of the table')),
    indexes: listFittingIndexes(declared, found),
    declaredIndexes: Object.keys(declared.indexes ?? {}).length,
    lacks: differences
      .filter(({ matters }) => matters)
      .map(({ where, expected, found: is, means }) => ({
        what:
          is === 'missing'
            ? `${capitalize(where)} is missing`
            : `${capitalize(where)} is ${is}; expected ${expected}`,
        means,
      })),
  };
}

function listFittingIndexes({ indexes = {} }: TableDeclaration, found: TableDescription): readonly string[] {
  const there = [...(found.GlobalSecondaryIndexes ?? []), ...(found.LocalSecondaryIndexes ?? [])];
  return Object.entries(indexes).flatMap(([name, { partition, sort }]) => {
    const keys = there.find(({ IndexName }) => IndexName === name)?.KeySchema ?? [];
    const is = (type: string): string | undefined =>
      keys.find(({ KeyType }) => KeyType === type)?.AttributeName;
    return is('HASH') === partition.name && is('RANGE') === sort?.name ? [name] : [];
  });
}

interface Judged {
  readonly name: string;
  /** Null where the table could not be described. */
  readonly fit: TableFit | null;
  readonly isExpected: boolean;
  readonly isInOutputs: boolean;
  readonly hasTag: boolean;
  /** The stage whose convention gives it this name, if it is another one. */
  readonly otherStage: string | null;
}

/** Says whether a table may be the declared one, and how sure that is; null if it is not. */
export function judgeTable({
  name,
  fit,
  isExpected,
  isInOutputs,
  hasTag,
  otherStage,
}: Judged): FoundPart | null {
  const isNamed = isExpected || isInOutputs;
  const by = isInOutputs ? 'outputs' : isExpected ? 'convention' : hasTag ? 'tag' : 'keys';
  const part = (sure: FoundPart['sure'], ...reasons: readonly string[]): FoundPart => ({
    name,
    by,
    sure,
    why: [...reasonsOfName({ isExpected, isInOutputs, hasTag, otherStage }), ...reasons].join(' '),
    lacks: [...(fit?.lacks ?? [])],
    isByConvention: isExpected,
  });
  if (fit === null) return isNamed ? part('likely', 'Its keys could not be read.') : null;
  if (!fit.hasKeys) return isNamed ? part('possible', 'Its keys are not those of the catalogue.') : null;
  if (fit.lacks.length === 0) {
    const reason =
      fit.declaredIndexes === 0
        ? 'Its keys are those of the catalogue.'
        : `Its keys and ${countIndexes(fit.declaredIndexes)} are those of the catalogue.`;
    if (isNamed) return part('certain', reason);
    return part(otherStage === null && (hasTag || fit.declaredIndexes > 0) ? 'likely' : 'possible', reason);
  }
  const reason = `Its keys are those of the catalogue, and ${fit.indexes.length} of ${countIndexes(fit.declaredIndexes)}.`;
  if (isNamed) return part('likely', reason);
  return hasTag || fit.indexes.length > 0 ? part('possible', reason) : null;
}

function countIndexes(count: number): string {
  return count === 1 ? '1 index' : `${count} indexes`;
}

/** Says what the name itself, a tag or the outputs tell. */
export function reasonsOfName({
  isExpected,
  isInOutputs,
  hasTag,
  otherStage,
}: Pick<Judged, 'isExpected' | 'isInOutputs' | 'hasTag' | 'otherStage'>): readonly string[] {
  return [
    ...(isInOutputs ? ['The outputs name it.'] : []),
    ...(isExpected ? ['It has the name of the convention.'] : []),
    ...(otherStage === null ? [] : [`Its name is that of the stage ${otherStage}.`]),
    ...(hasTag ? ['It has the tag.'] : []),
  ];
}
