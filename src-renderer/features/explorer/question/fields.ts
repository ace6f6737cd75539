import { findDeclared, type SystemDeclaration } from '#shared/catalogue/declaration.ts';
import type { Located } from '#shared/catalogue/questions/locate.ts';
import { readParams } from '#shared/catalogue/questions/read-params.ts';
import type { HoleKind } from '#shared/catalogue/keys/key-template.ts';

/** One parameter of a question as a form shows it. */
export interface Field {
  readonly name: string;
  readonly label: string;
  readonly about: string | undefined;
  readonly kind: HoleKind;
  readonly options: readonly string[] | undefined;
  readonly example: string | undefined;
  /** Personal data, such as an e-mail address, stays out of addresses, which are shared and kept. */
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
      label: parameter?.label ?? spaced(name),
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

/** "batchId" → "Batch id", for what a system does not name. */
export function spaced(name: string): string {
  const words = name
    .replaceAll(/([\p{Ll}\d])(\p{Lu})/gu, '$1 $2')
    .replaceAll(/[_-]+/g, ' ')
    .split(' ')
    .map((word) => (/^\p{Lu}{2,}$/u.test(word) ? word : word.toLowerCase()))
    .join(' ');
  return words.slice(0, 1).toUpperCase() + words.slice(1);
}

/** Field → what is wrong, as a sentence under it; main reads and checks again. */
export function findProblems(
  system: SystemDeclaration,
  pattern: string,
  fields: readonly Field[],
  values: Values,
): ReadonlyMap<string, string> {
  const read = readParams(
    system,
    pattern,
    onlyValues(
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

/** Parameter → what was typed. Names are a system's own: read with `readValue`, build with Object.fromEntries. */
export type Values = Readonly<Record<string, string>>;

export function readValue(values: Values, name: string): string {
  return findDeclared(values, name) ?? '';
}

export function withValue(values: Values, name: string, value: string): Values {
  return Object.fromEntries([...Object.entries(values).filter(([each]) => each !== name), [name, value]]);
}

export function onlyValues(values: Values, names: readonly string[]): Values {
  return Object.fromEntries(names.map((name) => [name, readValue(values, name)]));
}
