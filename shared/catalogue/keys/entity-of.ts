import type { AttributeValue, Attributes } from '../items/attribute-value.ts';
import type { EntityDeclaration, KeyAttribute, SystemDeclaration, TableDeclaration } from '../declaration.ts';
import { holesOf, parseTemplate, piecesOf } from '../templates/fill-template.ts';
import { findDeclared } from '../find-declared.ts';
import { keyAttributes } from './key-attributes.ts';

/**
 * What an item is, by the templates of its table's own keys. Where several fit, the one that says most:
 * `DOCUMENT#LATEST` before `DOCUMENT#{version}`.
 */
export function entityOf(system: SystemDeclaration, tableKey: string, attributes: Attributes): string | null {
  const table = findDeclared(system.tables, tableKey);
  if (table === undefined) return null;
  let best: { name: string; says: number } | undefined;
  for (const [name, entity] of Object.entries(system.entities)) {
    if (entity.table !== tableKey) continue;
    const says = fit(entity, table, attributes);
    if (says !== undefined && (best === undefined || says > best.says)) best = { name, says };
  }
  return best?.name ?? null;
}

/** How much the templates say of themselves, or undefined where the item's keys are others. */
function fit(entity: EntityDeclaration, table: TableDeclaration, attributes: Attributes): number | undefined {
  let says = 0;
  for (const key of keyAttributes(table)) {
    const template = findDeclared(entity.keys, key.name);
    const value = findDeclared(attributes, key.name);
    if (template === undefined || value === undefined || !isOf(template, key, value)) return undefined;
    says += saysOf(template);
  }
  return says;
}

function isOf(template: string, key: KeyAttribute, value: AttributeValue): boolean {
  // DynamoDB may write a number otherwise than it was put; in a Number key any number is right.
  if (key.type === 'N') return 'N' in value && holesOf(template).length === 1;
  return 'S' in value && parseTemplate(template, value.S) !== undefined;
}

/** Fixed text tells most, then a hole of a kind that few texts have. */
function saysOf(template: string): number {
  let says = 0;
  for (const piece of piecesOf(template)) {
    if (typeof piece === 'string') says += 10 * piece.length;
    else if (piece.kind !== 'text') says += 1;
  }
  return says;
}
