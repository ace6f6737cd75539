import { pathText, type DocumentPath } from './document-path.ts';
import { refusal, type ExpressionParameter } from './refusal.ts';

/**
 * No two paths of an expression may lead to the same place, nor read one place both as a list and as a map.
 * https://docs.aws.amazon.com/amazondynamodb/latest/developerguide/Expressions.UpdateExpressions.html
 */
export function refuseCollisions(parameter: ExpressionParameter, paths: readonly DocumentPath[]): void {
  for (const relation of ['overlap', 'conflict'] as const) {
    const pair = firstPair(paths, relation);
    if (!pair) continue;
    const [one, two] = pair;
    throw refusal(
      parameter,
      `Two document paths ${relation} with each other; must remove or rewrite one of these paths`,
      { 'path one': pathText(one), 'path two': pathText(two) },
    );
  }
}

type Relation = 'overlap' | 'conflict' | 'apart';

function firstPair(
  paths: readonly DocumentPath[],
  relation: Relation,
): [DocumentPath, DocumentPath] | undefined {
  const byName = new Map<string, DocumentPath[]>();
  for (const path of paths) {
    const before = byName.get(path[0]);
    const other = before?.find((earlier) => relationOf(earlier, path) === relation);
    if (other) return [other, path];
    if (before) before.push(path);
    else byName.set(path[0], [path]);
  }
  return undefined;
}

function relationOf(a: DocumentPath, b: DocumentPath): Relation {
  const shared = Math.min(a.length, b.length);
  for (let depth = 0; depth < shared; depth += 1) {
    if (a[depth] !== b[depth]) return typeof a[depth] === typeof b[depth] ? 'apart' : 'conflict';
  }
  return 'overlap';
}
