import type { AttributeDeclaration, EntityDeclaration, SystemDeclaration } from '../declaration.ts';
import { holesOf } from '../templates/fill-template.ts';
import { findDeclared } from '../find-declared.ts';
import { plainTemplate } from '../templates/key-words.ts';

/** Templates write `{batchId}` for an attribute that may be called `BatchID`. */
export function sameName(one: string, other: string): boolean {
  return one.toLowerCase() === other.toLowerCase();
}

export interface NamedAttribute {
  readonly name: string;
  readonly declaration: AttributeDeclaration;
}

/** The attribute that a hole stands for: of its name, or the key attribute that is nothing but this hole. */
export function attributeOfHole(entity: EntityDeclaration, hole: string): NamedAttribute | undefined {
  const exact = findDeclared(entity.attributes, hole);
  if (exact !== undefined) return { name: hole, declaration: exact };
  const names = Object.keys(entity.attributes);
  const name =
    names.find((one) => sameName(one, hole)) ??
    names.find((one) => plainTemplate(findDeclared(entity.keys, one) ?? '') === `{${hole}}`);
  const declaration = name === undefined ? undefined : findDeclared(entity.attributes, name);
  return name === undefined || declaration === undefined ? undefined : { name, declaration };
}

/** Whether a hole of a template is the entity's status. */
export function isStatus(entity: EntityDeclaration, hole: string): boolean {
  const { status } = entity;
  if (status === undefined) return false;
  return sameName(status.attribute, hole) || attributeOfHole(entity, hole)?.name === status.attribute;
}

/** The few values that a hole can take, or undefined where it can take any number of them. */
export function fewValues(
  system: SystemDeclaration,
  entity: EntityDeclaration,
  hole: string,
): readonly string[] | undefined {
  if (system.tenant !== undefined && sameName(system.tenant, hole)) return undefined;
  if (isStatus(entity, hole)) return Object.keys(entity.status?.moves ?? {});
  const attribute = attributeOfHole(entity, hole)?.declaration;
  if (attribute?.type === 'flag') return ['true', 'false'];
  return attribute?.oneOf ?? findDeclared(system.parameters, hole)?.oneOf;
}

/** Holes of several templates, each name once. */
export function holeNames(templates: readonly string[]): readonly string[] {
  return [...new Set(templates.flatMap((template) => holesOf(template).map(({ name }) => name)))];
}
