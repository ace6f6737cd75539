import { readdirSync, readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { searchShortcuts, shortcutGroups } from '#renderer/app/shortcuts/shortcut-list.tsx';
import { isSingleKey, nameKey } from '#renderer/ui/keys.ts';
import { keyGroups, pageKeys } from '#renderer/ui/page-keys.ts';

const groups = Object.entries<Readonly<Record<string, string>>>(pageKeys);

describe('the keys of a page', () => {
  test.each(groups)('of %s do not collide', (group, keys) => {
    // Enter opens a document in the list of Review, and accepts a field on its desk.
    const own = Object.entries(keys).filter(([action]) => !(group === 'review' && action === 'start'));
    const shortcuts = own.map(([, shortcut]) => shortcut);
    expect(new Set(shortcuts).size).toBe(shortcuts.length);
  });

  test.each(['deadLetters', 'downloads', 'explorer', 'monitor', 'triage', 'today'] as const)(
    'of %s leave those of its lists',
    (group) => {
      const { nextRow, previousRow, ...lists } = pageKeys.lists;
      // The alarms of Monitor are a list, through which the same keys go.
      const taken: readonly string[] = Object.values(group === 'monitor' ? lists : pageKeys.lists);
      expect(Object.values(pageKeys[group]).filter((shortcut) => taken.includes(shortcut))).toEqual([]);
      expect([nextRow, previousRow]).toEqual([pageKeys.monitor.nextAlarm, pageKeys.monitor.previousAlarm]);
    },
  );

  test('are what a key press is named', () => {
    const letters = groups
      .flatMap(([, keys]) => Object.values(keys))
      .filter((shortcut) => /^(?:Shift\+)?[A-Z]$/.test(shortcut));
    for (const shortcut of letters) {
      const pressed = shortcut.startsWith('Shift+') ? shortcut.slice(-1) : shortcut.toLowerCase();
      expect(nameKey(pressed)).toBe(shortcut);
    }
    expect(['=', '+', '-', ']', 'Escape'].map(nameKey)).toEqual(['+', '+', '-', ']', 'Escape']);
  });

  test('are all listed, but for single keys while they are off', () => {
    const list = (singleKeys: boolean) =>
      shortcutGroups([], singleKeys).flatMap(({ entries }) => entries.flatMap(({ keys }) => keys));
    const declared = groups.flatMap(([, keys]) => Object.values(keys));
    expect(list(true)).toEqual(keyGroups.flatMap(({ entries }) => entries.flatMap(({ keys }) => keys)));
    expect(list(true)).toEqual(declared);
    expect(list(false)).toEqual(declared.filter((shortcut) => !isSingleKey(shortcut)));
  });
});

describe('the keys of Review', () => {
  const guide = readFileSync('docs/guide/reviewer.md', 'utf8');
  const tables = guide.split('| key | does |').slice(1);
  const keyCells = tables.flatMap((table) =>
    (table.split('\n\n')[0] ?? '').split('\n').map((line) => line.split('|')[1] ?? ''),
  );
  const names = [
    ['↑', 'ArrowUp'],
    ['↓', 'ArrowDown'],
    ['←', 'ArrowLeft'],
    ['→', 'ArrowRight'],
  ] as const;
  const arrows = (key: string) => names.reduce((text, [arrow, name]) => text.replace(arrow, name), key);
  const inGuide = [...keyCells.join(' ').matchAll(/`([^`]+)`/g)].map(([, key]) => arrows(key ?? ''));
  const written = (shortcut: string) => shortcut.replace('Mod', 'Ctrl').replace('Escape', 'Esc');

  test('are those of the reviewer’s guide, each once', () => {
    const declared = [...new Set(Object.values(pageKeys.review).map(written))];
    expect(inGuide.toSorted()).toEqual(declared.toSorted());
  });

  test('mean the same in the list and on the desk', () => {
    // X selects in every list, and the guide says so. J and K lead to the next and the previous one, of rows and of fields.
    const { nextRow, previousRow, filter, more } = pageKeys.lists;
    const { nextFlagged, previousFlagged, ...others } = pageKeys.review;
    expect([nextRow, previousRow]).toEqual([nextFlagged, previousFlagged]);
    expect(Object.values(others)).not.toContain(filter);
    expect(Object.values(others)).not.toContain(more);
    expect(pageKeys.review.start).toBe(pageKeys.review.accept);
  });

  test('leave those that begin a sequence, such as G R', () => {
    expect(Object.values(pageKeys.review)).not.toContain('G');
  });

  test('are all in the sheet of shortcuts, the first group on this page', () => {
    const [first] = shortcutGroups([], true, '/review');
    expect(first?.entries.flatMap(({ keys }) => keys)).toEqual(Object.values(pageKeys.review));
  });
});

describe('the sheet of shortcuts', () => {
  const titles = (pathname: string) => shortcutGroups([], true, pathname).map(({ title }) => title);

  test('lists the keys of the page that is shown first, each once', () => {
    expect(titles('/triage')[0]).toBe('Triage, this page');
    expect(titles('/triage')).toHaveLength(keyGroups.length);
    expect(titles('/settings').slice(0, 2)).toEqual([
      'Settings: connections, this page',
      'Settings: connection form, this page',
    ]);
    expect(titles('/find')).toEqual(keyGroups.map(({ title }) => title));
  });

  test('is searched by what a key does and by the key', () => {
    const find = (text: string) =>
      searchShortcuts(shortcutGroups([], true, '/review'), text).flatMap(({ title, entries }) =>
        entries.map((entry) => `${title}: ${entry.title}`),
      );
    expect(find('approve')).toEqual(['Review, this page: Approve and open the next document']);
    expect(find('triage p')).toEqual(['Triage: Plan a reprocess of the group, selection or document']);
    expect(find('F6')).toEqual(['Everywhere: Go to the notifications']);
    expect(find('no such key')).toEqual([]);
  });
});

describe('an action with a key', () => {
  /** These have listeners of their own, mostly because they mean something only where the focus is. */
  const heardElsewhere: readonly (readonly [file: string, group: string, actions: string])[] = [
    ['features/explorer/question/question-pane.tsx', 'explorer', 'ask'],
    ['features/plans/use-dialog-key.ts', 'triage', 'brake'],
    ['features/plans/use-dialog-key.ts', 'plans', 'pace'],
    [
      'features/review/fields/pane-keys.ts',
      'review',
      'nextFlagged previousFlagged nextField previousField accept type firstReading secondReading unreadable absent lines nextFailure',
    ],
    [
      'features/review/fields/line-actions.tsx',
      'review',
      'addBelow addAbove duplicate remove split merge moveUp moveDown copyDown columnUp columnDown columnLeft columnRight paste',
    ],
    [
      'features/review/desk/desk-keys.tsx',
      'review',
      'comment decide reject postpone postponeUntil comments decisions fileElsewhere divide join handOver undo back takeBack doAgain nextDocument askAgain reveal',
    ],
    [
      'features/downloads/downloads-keys.ts',
      'downloads',
      'dayBefore dayAfter weekBack weekOn today readAgain',
    ],
    ['ui/histogram/histogram.tsx', 'workflows', 'less more muchLess muchMore'],
    ['ui/time-chart/time-plot.tsx', 'monitor', 'earlier later'],
    ['ui/data-table/use-row-events.ts', 'review', 'start'],
    ['ui/data-table/use-row-events.ts', 'lists', 'select selectTo selectAll more'],
  ];
  const sources = readdirSync('src-renderer/features', { recursive: true, encoding: 'utf8' })
    .filter((file) => /\.tsx?$/.test(file))
    .map((file) => readFileSync(`src-renderer/features/${file}`, 'utf8'));
  const bound = sources.flatMap((source) =>
    [...source.matchAll(/usePageKeys\(pageKeys\.(\w+), \{(.*?)\}\);\n/gs)].flatMap(([, group, handlers]) =>
      [...(handlers ?? '').matchAll(/(?:^|[\s,{])(\w+)(?=[:,]| \}?$)/g)].map(
        ([, action]) => `${String(group)}.${String(action)}`,
      ),
    ),
  );
  const heard = new Set([
    ...bound,
    ...heardElsewhere.flatMap(([, group, actions]) =>
      actions.split(' ').map((action) => `${group}.${action}`),
    ),
  ]);

  test.each(groups.filter(([group]) => group !== 'everywhere'))('of %s is heard', (group, keys) => {
    expect(Object.keys(keys).filter((action) => !heard.has(`${group}.${action}`))).toEqual([]);
  });

  test.each(heardElsewhere)('has its listener in %s', (file) => {
    expect(readFileSync(`src-renderer/${file}`, 'utf8')).toMatch(
      /onKeyDown|keydown|usePageKeys|usePressedKeys/,
    );
  });
});
