import { findDeclared, type SystemDeclaration } from '#shared/catalogue/declaration.ts';
import type { Located } from '#shared/catalogue/questions/locate.ts';
import { readParams } from '#shared/catalogue/questions/read-params.ts';
import type { HoleKind } from '#shared/catalogue/keys/key-template.ts';
import { capitalize } from '#shared/domain/formatting.ts';

/** One parameter of a question in a form. */
export interface Field {
  readonly name: string;
  readonly label: string;
  readonly about: string | undefined;
  readonly kind: HoleKind;
  readonly options: readonly string[] | undefined;
  readonly example: string | undefined;
  /** Personal data, such as an e-mail address, stays out of addresses, which are shared and stored. */
  readonly personal: boolean;
}

export function listFields(system: SystemDeclaration, { holes, pattern }: Located): readonly Field[] {
  return holes.map(({ name, kind }) => {
    const parameter = findDeclared(system.parameters, name);
    const attributes = pattern.returns.flatMap((entity) => {
      const attribute = findDeclared(findDeclared(system.entities, entity)?.attributes, name);
      return attribute === undefined ? [] : [attribute];
    });
    return {
      name,
      label: parameter?.label ?? toLabel(name),
      about: parameter?.about,
      kind,
      options: parameter?.oneOf ?? attributes.find(({ oneOf }) => oneOf !== undefined)?.oneOf,
      example: parameter?.example,
      personal:
        kind === 'email' ||
        attributes.some(
          (attribute) =>
            attribute.type === 'e-mail' || attribute.private !== undefined || attribute.secret !== undefined,
        ),
    };
  });
}

/** "batchId" becomes "Batch id", for parameters without a name. */
export function toLabel(name: string): string {
  const words = name
    .replaceAll(/([\p{Ll}\d])(\p{Lu})/gu, '$1 $2')
    .replaceAll(/[_-]+/g, ' ')
    .split(' ')
    .map((word) => (/^\p{Lu}{2,}$/u.test(word) ? word : word.toLowerCase()))
    .join(' ');
  return capitalize(words);
}

/** Maps a field to its error message. Main validates the values again. */
export function findProblems(
  system: SystemDeclaration,
  pattern: string,
  fields: readonly Field[],
  values: Values,
): ReadonlyMap<string, string> {
  const read = readParams(
    system,
    pattern,
    pickValues(
      values,
      fields.map(({ name }) => name),
    ),
  );
  if (read.ok) return new Map();
  return new Map(
    read.problems.map(({ parameter, problem }) => {
      const label = fields.find(({ name }) => name === parameter)?.label ?? parameter;
      return [parameter, `${label} ${problem}.`];
    }),
  );
}

/**
 * Maps a parameter to its typed value. A system chooses the names, so read with `readValue` and build with
 * Object.fromEntries.
 */
export type Values = Readonly<Record<string, string>>;

export function readValue(values: Values, name: string): string {
  return findDeclared(values, name) ?? '';
}

export function setValue(values: Values, name: string, value: string): Values {
  return Object.fromEntries([...Object.entries(values).filter(([each]) => each !== name), [name, value]]);
}

export function pickValues(values: Values, names: readonly string[]): Values {
  return Object.fromEntries(names.map((name) => [name, readValue(values, name)]));
}
