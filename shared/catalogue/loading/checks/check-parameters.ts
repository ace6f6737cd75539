import type { ParameterDeclaration, SystemDeclaration } from '../../declaration.ts';
import { holesOf } from '../../templates/fill-template.ts';
import { valueProblem } from '../../templates/hole-value.ts';
import type { HoleKind } from '../../templates/key-template.ts';
import { sortTemplates } from '../../questions/locate.ts';
import { oneOf } from './complaint.ts';
import type { Complaint } from './complaint.ts';

/** What is said of parameters, against what the patterns ask for. */
export function checkParameters(system: SystemDeclaration): readonly Complaint[] {
  const kinds = askedFor(system);
  const unused = `is asked for by no pattern; expected ${oneOf([...kinds.keys()])}`;
  const complaints = Object.entries(system.parameters ?? {}).flatMap(([name, parameter]): Complaint[] => {
    const path = ['parameters', name];
    const kind = kinds.get(name);
    return kind === undefined ? [{ path, message: unused }] : checkValues(parameter, kind, path);
  });
  if (system.tenant === undefined || kinds.has(system.tenant)) return complaints;
  return [{ path: ['tenant'], message: unused }, ...complaints];
}

function askedFor({ patterns }: SystemDeclaration): ReadonlyMap<string, HoleKind> {
  const holes = Object.values(patterns)
    .flatMap(({ partition, sort }) => [partition, ...sortTemplates(sort)])
    .flatMap(holesOf);
  return new Map(holes.map(({ name, kind }) => [name, kind]));
}

/** A choice that its own template refuses would be a question that cannot be asked. */
function checkValues(
  { oneOf: choices = [], example }: ParameterDeclaration,
  kind: HoleKind,
  path: readonly string[],
): Complaint[] {
  const values = [
    ...choices.map((value, index) => ({ value, at: [...path, 'oneOf', index] })),
    ...(example === undefined ? [] : [{ value: example, at: [...path, 'example'] }]),
  ];
  const complaints = values.flatMap(({ value, at }): Complaint[] => {
    const message = valueProblem(kind, value);
    return message === undefined ? [] : [{ path: at, message }];
  });
  if (example === undefined || choices.length === 0 || choices.includes(example)) return complaints;
  return [...complaints, { path: [...path, 'example'], message: `is not among ${oneOf(choices)}` }];
}
