import { invalidArgument } from './refusals.ts';

/** A count or a part number in a query. What is above `most` counts as `most`. */
export function wholeNumber(
  query: ReadonlyMap<string, string>,
  name: string,
  limits: { least: number; most: number; otherwise: number },
): number {
  const text = query.get(name);
  if (text === undefined || text === '') return limits.otherwise;
  const number = Number(text);
  if (!/^-?\d+$/.test(text) || number > largestInteger) {
    throw invalidArgument(`Provided ${name} not an integer or within integer range`, name, text);
  }
  if (number < limits.least) {
    const message = `Argument ${name} must be an integer between ${limits.least} and ${largestInteger}`;
    throw invalidArgument(message, name, text);
  }
  return Math.min(number, limits.most);
}

const largestInteger = 2 ** 31 - 1;
