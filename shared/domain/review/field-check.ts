import { listed } from '../listed-words.ts';
import { fieldType } from './field-types.ts';
import { ibanProblem } from './iban.ts';
import { normalisedValue } from './normalised-value.ts';
import { patternExample } from './pattern-example.ts';
import { amountParts } from './printed-amount.ts';
import { printedDate } from './printed-date.ts';
import { safePattern } from './safe-pattern.ts';
import { vatProblem } from './vat-number.ts';

/** What is wrong with a typed value, as a sentence; null where nothing is. `type` as in a workflow's schema. */
export function fieldProblem(type: string | null, value: string): string | null {
  const typed = value.trim();
  if (typed === '') return 'Type a value, or press X if nobody can read it.';
  const is = fieldType(type);
  switch (is.kind) {
    case 'date':
      return printedDate(typed) === null ? 'Expected a date such as 12 Nov 2026.' : null;
    case 'money':
      return amountParts(typed) === null ? 'Expected an amount such as 2,991.60.' : null;
    case 'number':
      return amountParts(typed)?.currency === null ? null : 'Expected a number such as 1,250 or 12.5.';
    case 'iban':
      return ibanProblem(typed);
    case 'vat':
      return vatProblem(typed);
    case 'enum':
      return is.options.includes(normalisedValue(type, typed)) ? null : expectedOne(is.options);
    case 'pattern':
      return patternProblem(is.source, typed);
    default:
      return null;
  }
}

function expectedOne(options: readonly string[]): string {
  const named = options.slice(0, mostNamed);
  const more = options.length - named.length;
  return `Expected ${listed(more > 0 ? [...named, `one of ${more} more`] : named, 'or')}.`;
}

const mostNamed = 8;

function patternProblem(source: string, typed: string): string | null {
  const pattern = safePattern(source, typed.length);
  if (pattern === null || pattern.test(typed)) return null;
  const example = patternExample(source);
  return example !== null && safePattern(source, example.length)?.test(example) === true
    ? `Expected something such as ${example}.`
    : `Expected the form /${source}/, as the workflow has it.`;
}
