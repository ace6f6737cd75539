import type { SystemDeclaration } from '#shared/catalogue/declaration.ts';
import { findDeclared } from '#shared/catalogue/find-declared.ts';
import type { Params } from '#shared/catalogue/templates/key-template.ts';
import { readParams } from '#shared/catalogue/questions/read-params.ts';
import type { Question } from '#shared/contract/explorer.ts';
import { ok, refused } from '#shared/contract/result.ts';
import type { Result } from '#shared/contract/result.ts';

interface Issue {
  readonly path: string;
  readonly problem: string;
}

/** What was typed, as parameters; else every problem at once, each under its parameter's name. */
export function questionParams(
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
    else issues.push(...read.problems.map((found) => issueOf(found, sets.length > 1 ? index : undefined)));
  }
  return issues.length === 0 ? ok(params) : invalid(issues);
}

function issueOf({ parameter, problem }: { parameter: string; problem: string }, index?: number): Issue {
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
