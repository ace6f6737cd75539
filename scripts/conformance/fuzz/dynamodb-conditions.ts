import type { AttributeValue } from '@aws-sdk/client-dynamodb';
import type { Dice } from './dice.ts';
import { aNumber, aValue, type Item } from './dynamodb-data.ts';
import { aPath, valueAt, type Words } from './dynamodb-words.ts';

/** Builds a condition that holds for the item more often than not. */
export function aCondition(words: Words, item: Item | undefined, depth = 2): string {
  const { dice } = words;
  if (depth === 0 || dice.chance(0.5)) return aTest(words, item);
  const inner = (): string => aCondition(words, item, depth - 1);
  return dice.pick([
    () => `${grouped(inner())} AND ${grouped(inner())}`,
    () => `${grouped(inner())} OR ${grouped(inner())}`,
    () => `${inner()} OR ${inner()}`,
    () => `NOT ${grouped(inner())}`,
  ])();
}

/** Adds parentheses where they are needed, because doubled ones are refused. */
function grouped(condition: string): string {
  return / (?:AND|OR) /.test(condition) ? `(${condition})` : condition;
}

function aTest(words: Words, item: Item | undefined): string {
  const { dice } = words;
  const path = aPath(dice);
  const found = valueAt(item, path);
  const written = words.path(path);
  if (found === undefined || dice.chance(0.15)) return aTestOfMissing(words, written);
  const like = dice.chance(0.7) ? found : aValue(dice, 1);
  const tests: (() => string)[] = [
    () => `attribute_exists(${written})`,
    () => `${written} = ${words.value(like)}`,
    () => `${written} <> ${words.value(like)}`,
    () => `attribute_type(${written}, ${words.value({ S: dice.chance(0.7) ? readType(found) : 'N' })})`,
    () => `${written} IN (${words.value(like)}, ${words.value(aValue(dice, 1))})`,
    () => `size(${written}) ${dice.pick(['=', '>=', '<'])} ${words.value({ N: String(measureSize(found)) })}`,
    () => `contains(${written}, ${words.value(pickPart(dice, found))})`,
  ];
  const ordered = isOrdered(found) && dice.chance(0.8) ? found : aNumber(dice);
  tests.push(
    () => `${written} ${dice.pick(['<', '<=', '>', '>='])} ${words.value(ordered)}`,
    () => `${written} BETWEEN ${words.value(ordered)} AND ${words.value(ordered)}`,
  );
  if (found.S !== undefined)
    tests.push(() => `begins_with(${written}, ${words.value({ S: readFirst(found.S) })})`);
  return dice.pick(tests)();
}

function aTestOfMissing(words: Words, written: string): string {
  const { dice } = words;
  return dice.pick([
    () => `attribute_not_exists(${written})`,
    () => `NOT attribute_exists(${written})`,
    () => `${written} <> ${words.value(aValue(dice, 1))}`,
    () => `${written} = ${words.value(aValue(dice, 1))}`,
    () => `${written} >= ${words.value(aNumber(dice))}`,
    () => `size(${written}) > ${words.value({ N: '0' })}`,
  ])();
}

function pickPart(dice: Dice, value: AttributeValue): AttributeValue {
  const texts = value.SS?.map((S) => ({ S })) ?? value.NS?.map((N) => ({ N })) ?? value.L;
  const [first] = texts ?? [];
  if (first !== undefined && dice.chance(0.8)) return first;
  if (value.S !== undefined) return { S: readFirst(value.S) };
  return dice.chance(0.5) ? { S: 'red' } : aNumber(dice);
}

function readFirst(text: string | undefined): string {
  return Array.from(text ?? '')[0] ?? 'a';
}

function isOrdered(value: AttributeValue): boolean {
  return value.S !== undefined || value.N !== undefined || value.B !== undefined;
}

function readType(value: AttributeValue): string {
  return Object.keys(value)[0] ?? 'S';
}

function measureSize({ S, B, L, M, SS, NS }: AttributeValue): number {
  if (S !== undefined) return Buffer.byteLength(S);
  return B?.length ?? L?.length ?? SS?.length ?? NS?.length ?? Object.keys(M ?? {}).length;
}
