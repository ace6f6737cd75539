import { findDeclared, type SystemDeclaration } from '#shared/catalogue/declaration.ts';
import { readParams } from '#shared/catalogue/questions/read-params.ts';
import type { Params } from '#shared/catalogue/keys/key-template.ts';
import type { Question, ReadItem } from '#shared/contract/explorer.ts';
import { ok, refused, type Result } from '#shared/contract/result.ts';
import type { CatalogueReader, PageRead } from '../../aws/dynamodb/reading.ts';
import type { TableNames } from '../../aws/table-names.ts';
import type { Handlers } from '../../gate/gate.ts';
import { openMasker, type MaskItem } from './mask-item.ts';
import { noSuchPattern, noSuchSystem, type ShownSystems } from './read-catalogue.ts';
import type { HeldRow, ReadingsShelf } from './readings-shelf.ts';

interface Parts {
  readonly shelf: ReadingsShelf;
  readonly systems: ShownSystems;
  readonly tableNames: (system: SystemDeclaration) => TableNames;
  readonly reader: () => CatalogueReader;
  readonly heldFor: () => string;
  readonly now: () => number;
}

/** Reads a page of answers. It is masked here, as the last step before it leaves the main process. */
export function askPattern({
  shelf,
  systems,
  tableNames,
  reader,
  heldFor,
  now,
}: Parts): Handlers['explorer.ask'] {
  return async (question) => {
    const system = systems.find(question.system)?.declaration;
    if (system === undefined) return noSuchSystem(question.system, 'Nothing was read.');
    if (findDeclared(system.patterns, question.pattern) === undefined) {
      return noSuchPattern(system.id, question.pattern);
    }
    const params = questionParams(system, question);
    if (!params.ok) return params;

    // The rows belong to the person and connection that asked, and both may have changed by the time the answer is
    // here. The names of its tables decide what is masked.
    const connection = heldFor();
    const mask = openMasker(system, { systems, tableNames, now: now() });
    const { cursor: askedWith, pageSize, consistent } = question;
    const read = await reader().ask(
      { system, pattern: question.pattern, params: params.value },
      { cursor: askedWith, pageSize, consistent },
    );
    if (!read.ok) return read;
    const { cursor, asked, throttled, receipt } = read.value;
    const rows = maskedRows(system, read.value, mask);
    const { reading, handles } = shelf.keep({
      connection,
      system: system.id,
      pattern: question.pattern,
      askedWith,
      cursor,
      rows,
    });
    const items = read.value.items.map(({ entity, bytes, catchingUp, expired }, index): ReadItem => ({
      handle: handles[index] ?? '',
      entity,
      attributes: rows[index]?.masked ?? {},
      bytes,
      catchingUp,
      expired,
    }));
    return ok({ reading, items, cursor, asked, throttled }, receipt);
  };
}

function maskedRows(system: SystemDeclaration, { items }: PageRead, mask: MaskItem): readonly HeldRow[] {
  return items.map((item) => {
    const { table, key, entity, bytes } = item;
    return { system: system.id, table, key, entity, bytes, masked: mask(item) };
  });
}

interface Issue {
  readonly path: string;
  readonly problem: string;
}

/** Converts the typed values to parameters, or returns every problem at once under its parameter's name. */
function questionParams(
  system: SystemDeclaration,
  { pattern, params: sets }: Pick<Question, 'pattern' | 'params'>,
): Result<readonly Params[]> {
  const takesMany = findDeclared(system.patterns, pattern)?.each === true;
  if (sets.length > 1 && !takesMany) {
    return invalid([{ path: 'params', problem: `takes one set of values, and ${sets.length} were given` }]);
  }
  const issues: Issue[] = [];
  const params: Params[] = [];
  for (const [index, typed] of sets.entries()) {
    const read = readParams(system, pattern, typed);
    if (read.ok) params.push(read.params);
    else issues.push(...read.problems.map((found) => toIssue(found, sets.length > 1 ? index : undefined)));
  }
  return issues.length === 0 ? ok(params) : invalid(issues);
}

function toIssue({ parameter, problem }: { parameter: string; problem: string }, index?: number): Issue {
  return { path: parameter, problem: index === undefined ? problem : `${problem} (in set ${index + 1})` };
}

function invalid(issues: readonly Issue[]): Result<never> {
  const told = issues.map(({ path, problem }) => `${path} ${problem}`).join('; ');
  return refused({
    code: 'invalid-input',
    message: `${told.slice(0, 600)}. Nothing was read.`,
    issues: issues.slice(0, 20),
  });
}
