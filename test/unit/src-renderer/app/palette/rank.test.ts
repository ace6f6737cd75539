import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { rank } from '#renderer/app/palette/rank.ts';
import type { Searchable } from '#renderer/app/palette/rank.ts';
import { allCommands } from '#renderer/app/commands/all-commands.ts';
import { pages } from '#renderer/app/pages.ts';
import { aCommandContext } from '#test/builders/a-command.ts';
import { aConnectionSummary } from '#test/builders/a-session.ts';

const titles = (items: readonly Searchable[], query: string): string[] =>
  rank(items, query).map(({ item }) => item.title);
const named = (...names: string[]): Searchable[] => names.map((title) => ({ title, keywords: [] }));

describe('the order of results', () => {
  test.each([
    ['dead', 'Dead letters'],
    ['dl', 'Dead letters'],
    ['let', 'Dead letters'],
    ['tri', 'Triage'],
    ['TODAY', 'Today'],
    ['dlq', 'Dead letters'],
    ['alarms', 'Monitor'],
    ['audit', 'Activity'],
    ['wf', 'Workflows'],
  ])('has "%s" lead to %s', (query, first) => {
    expect(titles(pages, query)[0]).toBe(first);
  });

  test('puts an exact title before a longer one that starts with it', () => {
    expect(titles(named('Dark theme tweaks', 'Dark theme'), 'dark theme')).toEqual([
      'Dark theme',
      'Dark theme tweaks',
    ]);
  });

  test('puts a prefix of the title before the start of a later word', () => {
    expect(titles(named('Open review', 'Review'), 'rev')).toEqual(['Review', 'Open review']);
  });

  test('puts a title before a keyword', () => {
    const items = [
      { title: 'Costs', keywords: ['price'] },
      { title: 'Price book', keywords: [] },
    ];
    expect(titles(items, 'price')).toEqual(['Price book', 'Costs']);
  });

  test('accepts words in any order and from the keywords', () => {
    const items = [{ title: 'Open connection Staging', keywords: ['switch', 'eu-west-1'] }];
    expect(titles(items, 'staging open')).toHaveLength(1);
    expect(titles(items, 'switch staging')).toHaveLength(1);
    expect(titles(items, 'switch production')).toHaveLength(0);
  });

  test('ignores a filler beside a name, and finds nothing by it alone', () => {
    const items = [{ title: 'Triage', keywords: ['batches'], fillers: ['go', 'to', 'open'] }];
    expect(titles(items, 'open triage')).toEqual(['Triage']);
    expect(titles(items, 'go to batches')).toEqual(['Triage']);
    expect(titles(items, 'open')).toEqual([]);
    expect(titles(items, 'op')).toEqual([]);
    expect(titles(items, 'go to costs')).toEqual([]);
  });

  test('finds a connection by its account, grouped or not', () => {
    const { context } = aCommandContext({
      connections: [aConnectionSummary({ id: 'prod', name: 'Prod', accountId: '111122223333' })],
    });
    for (const query of ['111122223333', '1111-2222-3333', '1111']) {
      expect(titles(allCommands(context), query)).toEqual(['Open connection Prod']);
    }
  });

  test('lists no page for an unrelated word', () => {
    const found = rank(allCommands(aCommandContext().context), 'op').map(({ item }) => item.section);
    expect(found).not.toContain('Pages');
  });

  test('does not match scattered letters', () => {
    expect(titles(pages, 'xq')).toEqual([]);
    expect(titles(named('Show keyboard shortcuts'), 'sbcts')).toEqual([]);
  });
});

test('the matched letters are marked', () => {
  const [found] = rank(named('Dead letters'), 'dl');
  expect(found?.ranges).toEqual([
    [0, 1],
    [5, 6],
  ]);
  expect(rank(named('Dead letters'), 'letters dead')[0]?.ranges).toEqual([
    [0, 4],
    [5, 12],
  ]);
});

const title = fc.string({ minLength: 1, maxLength: 30, unit: 'grapheme' });
const item = fc.record({ title, keywords: fc.array(fc.string({ maxLength: 10 }), { maxLength: 3 }) });
const items = fc.array(item, { maxLength: 20 });

describe('for any list and query', () => {
  test('an empty query keeps everything in its order', () => {
    fc.assert(
      fc.property(items, fc.constantFrom('', ' ', '  '), (list, query) => {
        expect(rank(list, query).map((ranked) => ranked.item)).toEqual(list);
      }),
    );
  });

  test('invents and doubles nothing', () => {
    fc.assert(
      fc.property(items, fc.string({ maxLength: 12 }), (list, query) => {
        const found = rank(list, query).map((ranked) => ranked.item);
        expect(new Set(found).size).toBe(new Set(found.map((one) => list.indexOf(one))).size);
        expect(found.every((one) => list.includes(one))).toBe(true);
      }),
    );
  });

  test('a title that starts with the query is never behind one that does not', () => {
    fc.assert(
      fc.property(items, fc.stringMatching(/^[a-z]{1,4}$/), (list, query) => {
        const begins = titles(list, query).map((found) => found.toLowerCase().startsWith(query));
        expect(begins).toEqual(begins.toSorted((a, b) => Number(b) - Number(a)));
      }),
    );
  });

  test('every prefix of a title finds it', () => {
    fc.assert(
      fc.property(fc.stringMatching(/^[A-Za-z]{1,8}( [a-z]{1,8}){0,2}$/), fc.nat(), (text, length) => {
        const prefix = text.slice(0, (length % text.length) + 1);
        expect(titles(named('Another', text), prefix)).toContain(text);
      }),
    );
  });

  test('equals stay in the order given', () => {
    fc.assert(
      fc.property(fc.stringMatching(/^[a-z]{2,8}$/), fc.integer({ min: 2, max: 8 }), (text, count) => {
        const list = Array.from({ length: count }, (_, at) => ({ title: text, keywords: [String(at)] }));
        expect(rank(list, text.slice(0, 2)).map((ranked) => ranked.item)).toEqual(list);
      }),
    );
  });

  test('ranges lie in the title, in order and apart', () => {
    fc.assert(
      fc.property(items, fc.string({ maxLength: 8 }), (list, query) => {
        for (const { item: found, ranges } of rank(list, query)) {
          let end = -1;
          for (const [start, stop] of ranges) {
            expect(start).toBeGreaterThan(end);
            expect(stop).toBeGreaterThan(start);
            end = stop;
          }
          expect(end).toBeLessThanOrEqual(found.title.length);
        }
      }),
    );
  });
});
