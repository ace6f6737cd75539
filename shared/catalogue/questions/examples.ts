import type { SystemDeclaration } from '../declaration.ts';
import { entityOf } from '../keys/entity-of.ts';
import { findDeclared } from '../find-declared.ts';
import { exampleOfNow } from './examples-of-now.ts';
import type { Located } from './locate.ts';
import { sampleAttributes } from '../items/sample-attributes.ts';
import { keyValues } from '../items/values-of-item.ts';
import type { Typed } from '../items/values-of-item.ts';

const mostExamples = 6;

/** Values under which the system's own sample items are found, the fullest first, before others those that it declares. */
export function examplesOf(system: SystemDeclaration, located: Located, now?: number): readonly Typed[] {
  const { pattern, tableKey, holes } = located;
  const given: Typed = Object.fromEntries(
    holes.flatMap(({ name }) => {
      const parameter = findDeclared(system.parameters, name);
      const example = parameter?.example ?? parameter?.oneOf?.[0];
      return example === undefined ? [] : [[name, example]];
    }),
  );
  const found = new Map<string, Typed>();
  for (const sample of findDeclared(system.samples, tableKey) ?? []) {
    const attributes = sampleAttributes(system, tableKey, sample);
    const entity = entityOf(system, tableKey, attributes);
    if (entity === null || !pattern.returns.includes(entity)) continue;
    const values = keyValues(located, attributes);
    if (values === undefined) continue;
    const whole = { ...given, ...values };
    found.set(JSON.stringify(holes.map(({ name }) => findDeclared(whole, name) ?? '')), whole);
  }
  const missing = (values: Typed) => holes.filter(({ name }) => !findDeclared(values, name)).length;
  const examples = found.size === 0 && missing(given) === 0 ? [given] : [...found.values()];
  const others = (values: Typed) => holes.filter(({ name }) => values[name] !== given[name]).length;
  const best = examples
    .toSorted((a, b) => missing(a) - missing(b) || others(a) - others(b))
    .slice(0, mostExamples);
  const { examplesWrittenOn: writtenOn } = system;
  if (writtenOn === undefined || now === undefined) return best;
  const kinds = new Map(holes.map(({ name, kind }) => [name, kind]));
  return best.map((values) => exampleOfNow(values, kinds, { writtenOn, now }));
}
