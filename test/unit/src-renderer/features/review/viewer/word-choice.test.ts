import { describe, expect, test } from 'vitest';
import type { Box } from '#shared/contract/review-document.ts';
import type { PageWord } from '#renderer/features/review/viewer/page-words.ts';
import {
  findFirstWord,
  findText,
  findWordAt,
  findWordsBetween,
  findWordsIn,
  joinAsText,
  moveWord,
  findBoxAround,
  tidyValue,
  widenToValue,
} from '#renderer/features/review/viewer/word-choice.ts';

/**
 * Prints lines of text, with `|` between columns. Each character is a hundredth of the page wide, a line is 0.02 high,
 * and a column begins at every third of the page.
 */
function print(...lines: readonly string[]): readonly PageWord[] {
  let part = 0;
  return lines.flatMap((text, line) =>
    text.split('|').flatMap((column, number) => {
      part += 1;
      const own = part;
      return [...column.matchAll(/\S+/g)].map(({ 0: word, index }): PageWord => {
        const box: Box = [number / 3 + index / 100, line * 0.03, word.length / 100, 0.02];
        return { text: word, box, line, part: own };
      });
    }),
  );
}

const invoice = print(
  'Nordwind Logistik GmbH|Invoice 4711',
  'Hafenstrasse 12|Date 12 Nov 2026',
  '20457 Hamburg|IBAN DE89 3704 0044 0532 0130 00',
  'Total: EUR 7.733,00;',
);
const at = (text: string) => invoice.findIndex((word) => word.text === text);
const said = (places: readonly number[]) => joinAsText(invoice, places);

describe('a click', () => {
  test('finds the word under it, and none beside it', () => {
    const [left, top, width, height] = invoice[at('Hamburg')]?.box ?? [0, 0, 0, 0];
    expect(findWordAt(invoice, { x: left + width / 2, y: top + height / 2 })).toBe(at('Hamburg'));
    expect(findWordAt(invoice, { x: 0.9, y: 0.9 })).toBeUndefined();
  });

  test.each([
    ['3704', 'iban', 'DE89 3704 0044 0532 0130 00'],
    ['Nov', 'date', '12 Nov 2026'],
    ['7.733,00;', 'money', 'EUR 7.733,00'],
    ['4711', 'text', '4711'],
    ['Hamburg', null, 'Hamburg'],
  ])('on %s takes the whole value of the type %s', (word, type, whole) => {
    expect(tidyValue(said(widenToValue(invoice, at(word), type)), type)).toBe(whole);
  });

  test('takes the word itself where it is no value of its type', () => {
    expect(said(widenToValue(invoice, at('Hamburg'), 'money'))).toBe('Hamburg');
  });
});

describe('a drawn box', () => {
  test('takes the words of which the larger part is in it, line by line', () => {
    expect(said(findWordsIn(invoice, [0, 0, 0.3, 0.09]))).toBe(
      'Nordwind Logistik GmbH Hafenstrasse 12 20457 Hamburg',
    );
    expect(findWordsIn(invoice, [0.9, 0.9, 0.1, 0.1])).toEqual([]);
  });

  test('is kept as the smallest box around its words', () => {
    const places = findWordsIn(invoice, [0, 0, 0.3, 0.09]);
    const [left, top, width, height] = findBoxAround(invoice, places);
    expect([left, top]).toEqual([0, 0]);
    expect(width).toBeCloseTo(0.22);
    expect(height).toBeCloseTo(0.08);
  });

  test('joins a word that is divided at the end of a line', () => {
    const words = print('Rechnungs-', 'nummer');
    expect(joinAsText(words, [0, 1])).toBe('Rechnungsnummer');
    expect(joinAsText(print('HPF-', '4711'), [0, 1])).toBe('HPF- 4711');
  });
});

describe('choosing by keyboard', () => {
  test('begins at the field, or at the word nearest to it', () => {
    expect(findFirstWord(invoice, invoice[at('Hamburg')]?.box)).toBe(at('Hamburg'));
    expect(findFirstWord(invoice, [0.05, 0.95, 0.01, 0.01])).toBe(at('Total:'));
    expect(findFirstWord(invoice, undefined)).toBe(0);
  });

  test.each([
    ['Logistik', 'right', 'GmbH'],
    ['Logistik', 'left', 'Nordwind'],
    ['Nordwind', 'left', 'Nordwind'],
    ['Logistik', 'down', '12'],
    ['Nordwind', 'down', 'Hafenstrasse'],
    ['Hafenstrasse', 'up', 'Nordwind'],
    ['Nov', 'end', '2026'],
    ['Nov', 'start', 'Hafenstrasse'],
    ['Total:', 'down', 'Total:'],
  ] as const)('from %s %s leads to %s', (from, step, to) => {
    expect(invoice[moveWord(invoice, at(from), step)]?.text).toBe(to);
  });

  test('takes the lines of an address without the column beside it', () => {
    expect(said(findWordsBetween(invoice, at('Nordwind'), at('Hamburg')))).toBe(
      'Nordwind Logistik GmbH Hafenstrasse 12 20457 Hamburg',
    );
    expect(findWordsBetween(invoice, at('GmbH'), at('Nordwind'))).toEqual([0, 1, 2]);
  });

  test('follows the eye in text that is read from the right', () => {
    const hebrew = ['אחת', 'שתיים', 'שלוש'].map((text, place): PageWord => ({
      text,
      box: [0.6 - place * 0.2, 0.1, 0.1, 0.02],
      line: 0,
      part: 1,
    }));
    expect(moveWord(hebrew, 0, 'left')).toBe(1);
    expect(moveWord(hebrew, 1, 'right')).toBe(0);
  });
});

describe('the search', () => {
  test('finds a text whatever its capitals and accents, also over the end of a line', () => {
    expect(findText(invoice, 1, 'HAFENSTRASSE 12').map(({ text }) => text)).toEqual(['Hafenstrasse 12']);
    expect(findText(print('Café Müller'), 1, 'cafe muller')).toHaveLength(1);
    const [match] = findText(print('ordered by Nordwind', 'Logistik GmbH'), 3, 'nordwind logistik');
    expect(match).toMatchObject({ page: 3, text: 'Nordwind Logistik', before: 'ordered by', after: 'GmbH' });
    expect(match?.boxes).toHaveLength(2);
  });

  test('finds a number however its digits are grouped', () => {
    expect(findText(invoice, 1, 'DE89370400440532013000').map(({ text }) => text)).toEqual([
      'DE89 3704 0044 0532 0130 00',
    ]);
    expect(findText(invoice, 1, '7.733,00')).toHaveLength(1);
  });

  test('finds every place once, and nothing for an empty text', () => {
    expect(findText(print('ha ha haha'), 1, 'ha')).toHaveLength(4);
    expect(findText(invoice, 1, '  ')).toEqual([]);
    expect(findText([], 1, 'x')).toEqual([]);
  });
});
