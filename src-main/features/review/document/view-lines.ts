import type { AttributeValue } from '#shared/catalogue/items/attribute-value.ts';
import { findDeclared } from '#shared/catalogue/find-declared.ts';
import { lineColumns, type ReviewDocument, type ReviewLine } from '#shared/contract/review/document.ts';
import { boxIn, listOf, mapOf, pageIn, shareIn, valueText, type Note } from './read-values.ts';

/** Each line stands where it stands in the item, since corrections name it by its place. */
export function viewLines(value: AttributeValue | undefined, note: Note): ReviewLine[] {
  if (value !== undefined && !('L' in value) && !('NULL' in value)) note('lineItems', 'expected a list');
  return listOf(value).map((line, index) => {
    const at = `lineItems.${index}`;
    const map = mapOf(line);
    if (map === undefined) {
      note(at, 'expected a map');
      return { ...noLine };
    }
    const [description, quantity, unit, amount] = lineColumns.map((column) => {
      const text = valueText(findDeclared(map, column));
      if (text === undefined) note(`${at}.${column}`, 'expected text');
      return text ?? '';
    });
    return {
      description: description ?? '',
      quantity: quantity ?? '',
      unit: unit ?? '',
      amount: amount ?? '',
      confidence: shareIn(map, at, note),
      page: pageIn(map, at, note),
      box: boxIn(map, at, note),
    };
  });
}

const noLine: ReviewLine = {
  description: '',
  quantity: '',
  unit: '',
  amount: '',
  confidence: null,
  page: null,
  box: null,
};

/** Their details quote the values, so they are for who may see those. */
export function viewChecks(value: AttributeValue | undefined, note: Note): ReviewDocument['checks'] {
  return listOf(value).flatMap((check, index) => {
    const map = mapOf(check);
    const name = valueText(findDeclared(map, 'name'));
    const passed = findDeclared(map, 'passed');
    if (name !== undefined && passed !== undefined && 'BOOL' in passed) {
      return [{ name, passed: passed.BOOL, detail: valueText(findDeclared(map, 'detail')) ?? '' }];
    }
    note(`checks.${index}`, 'expected a name and whether it passed');
    return [];
  });
}
