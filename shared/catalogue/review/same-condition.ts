import type { PatternDeclaration } from '../declaration.ts';
import { sortTemplates } from '../questions/locate.ts';

/** Whether two patterns send DynamoDB the same request, whatever their parameters are called. */
export function sameCondition(one: PatternDeclaration, other: PatternDeclaration): boolean {
  return requestOf(one) === requestOf(other);
}

function requestOf({ on, partition, sort }: PatternDeclaration): string {
  const word = sort === undefined ? '' : Object.keys(sort).join('');
  return [on, word, ...[partition, ...sortTemplates(sort)].map(shapeOf)].join('\n');
}

function shapeOf(template: string): string {
  return template.replace(/\{\w+(:\w+)?\}/g, '{$1}');
}
