import { z } from 'zod';
import type { Operation } from '#shared/contract/define.ts';

export type Bag = Readonly<Record<string, unknown>>;

interface Schema {
  readonly properties?: Readonly<Record<string, object>>;
  readonly required?: readonly string[];
}

/**
 * Builds the input of an operation from the values of the bag, with every property or only the required ones.
 */
export function anInput({ input }: Operation, bag: Bag, how: 'least' | 'all'): Bag {
  const { properties = {}, required = [] } = z.toJSONSchema(input, {
    io: 'input',
    unrepresentable: 'any',
  }) as Schema;
  const names = how === 'all' ? Object.keys(properties) : required;
  return Object.fromEntries(names.flatMap((name) => (name in bag ? [[name, bag[name]]] : [])));
}
