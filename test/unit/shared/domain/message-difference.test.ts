import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { cutParts, findMessageParts, listDifferences } from '#shared/domain/message-difference.ts';
import { fingerprintCorpus } from './fingerprint-corpus.ts';

const marked = (message: string, others?: readonly string[]): string =>
  findMessageParts(message, others)
    .map(({ text, differs }) => (differs ? `[${text}]` : text))
    .join('');

describe('with the other messages of its group', () => {
  test('only the parts that differ are marked', () => {
    expect(
      marked('Page 3 of 12 of inv-0398.pdf has no text', [
        'Page 7 of 12 of inv-0398.pdf has no text',
        'Page 9 of 12 of inv-0112.pdf has no text',
      ]),
    ).toBe('Page [3] of 12 of [inv-0398.pdf] has no text');
  });

  test('nothing is marked where all messages are the same', () => {
    expect(marked('Rate exceeded after 3 attempts', ['Rate exceeded after 3 attempts'])).toBe(
      'Rate exceeded after 3 attempts',
    );
  });

  test('a list that is longer in another message marks what the other has not', () => {
    expect(marked('Pages 2, 4 and 6 are empty', ['Pages 2 and 4 are empty'])).toBe(
      'Pages 2, 4 and [6] are empty',
    );
  });

  test('a value in quotes is marked without its quotes', () => {
    expect(marked('Unknown currency "EUX"', ['Unknown currency "USX"'])).toBe('Unknown currency "[EUX]"');
  });

  test('a value within a quoted answer of a service is marked alone', () => {
    expect(
      marked('{"errorType":"Error","errorMessage":"No table on page 3"}', [
        '{"errorType":"Error","errorMessage":"No table on page 4"}',
      ]),
    ).toBe('{"errorType":"Error","errorMessage":"No table on page [3]"}');
  });
});

describe('without the other messages', () => {
  test('ids, figures and names are marked', () => {
    expect(marked('Rate exceeded for request 5f3a9c21-7b1e-4f0a-9d3e-2b8c6a1d0e4f')).toBe(
      'Rate exceeded for request [5f3a9c21-7b1e-4f0a-9d3e-2b8c6a1d0e4f]',
    );
  });

  test('a time is marked as one part', () => {
    expect(marked('Timed out at 27 Nov 2026 14:05:12 in the queue')).toBe(
      'Timed out at [27 Nov 2026 14:05:12] in the queue',
    );
  });

  test('a large figure is one part, and the point of a sentence is no part of an id', () => {
    expect(marked('Too many tokens: 252,480 of them. Request 0489487b-2ccc-4706-8707-8d80799618e4.')).toBe(
      'Too many tokens: [252,480] of them. Request [0489487b-2ccc-4706-8707-8d80799618e4].',
    );
  });

  test('the lines of a stack trace are not marked', () => {
    expect(marked('Cannot read page 3\n    at read (/var/task/index.mjs:10:5)')).toBe(
      'Cannot read page [3]\n    at read (/var/task/index.mjs:10:5)',
    );
  });
});

test('the parts of every known message are the whole message', () => {
  for (const errors of fingerprintCorpus) {
    const messages = errors.flatMap(({ message }) => message ?? []);
    for (const message of messages) {
      const text = findMessageParts(message, messages)
        .map((part) => part.text)
        .join('');
      expect(text).toBe(message);
    }
  }
});

test('any text stays whole, whatever it is compared with', () => {
  fc.assert(
    fc.property(fc.string(), fc.array(fc.string(), { maxLength: 3 }), (message, others) => {
      const text = findMessageParts(message, others)
        .map((part) => part.text)
        .join('');
      expect(text).toBe(message);
    }),
  );
});

test('a cut message ends after a word and keeps its marks', () => {
  const parts = cutParts(findMessageParts('Page 31 of the document has no text that could be read'), 24);
  expect(parts).toEqual([
    { text: 'Page ', differs: false },
    { text: '31', differs: true },
    { text: ' of the document', differs: false },
  ]);
});

test('the differing parts are named once each', () => {
  expect(listDifferences(findMessageParts('Page 3 and page 3 and page 4'))).toEqual(['3', '4']);
});
