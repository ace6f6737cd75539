import { describe, expect, test } from 'vitest';
import {
  hereCommands,
  paletteSections,
  questionCommands,
  queueCommands,
  tenantCommands,
  withNewest,
} from '#renderer/app/palette/palette.tsx';
import { rank } from '#renderer/app/palette/rank.ts';
import { hr } from '#shared/catalogue/systems/hr-system.ts';
import { aCommand, aCommandContext } from '#test/builders/a-command.ts';

const commands = [
  aCommand({ id: 'palette', title: 'Jump' }),
  aCommand({ id: 'go/triage', title: 'Triage', section: 'Pages', shortcut: 'G I' }),
  aCommand({ id: 'shortcuts', title: 'Show keyboard shortcuts' }),
  aCommand({ id: 'theme/dark', title: 'Dark theme', section: 'Appearance' }),
];

describe('without a query', () => {
  test('lists everything by section, except the palette itself', () => {
    expect(paletteSections(commands, [], '').map(({ title, rows }) => [title, rows.length])).toEqual([
      ['Pages', 1],
      ['Console', 1],
      ['Appearance', 1],
    ]);
  });

  test('lists recent commands first, and only those that can run now', () => {
    const [recent] = paletteSections(commands, ['theme/dark', 'theme/light'], ' ');
    expect(recent?.title).toBe('Recent');
    expect(recent?.rows.map((row) => row.title)).toEqual(['Dark theme']);
  });

  test('gives no two rows the same id, though a recent one is listed twice', () => {
    const ids = paletteSections(commands, ['theme/dark'], '').flatMap(({ rows }) =>
      rows.map((row) => row.id),
    );
    expect(new Set(ids).size).toBe(ids.length);
  });
});

test('questions are found by their words and their system, and listed only then', () => {
  const all = [...commands, ...questionCommands([{ declaration: hr, origin: 'built-in', tableNames: {} }])];
  const titles = (query: string) => paletteSections(all, [], query).map(({ title }) => title);
  expect(titles('')).not.toContain('Questions');
  const [questions] = paletteSections(all, [], 'jobs are open');
  expect(questions).toMatchObject({
    title: 'Questions',
    rows: [{ title: 'Explorer: Which jobs of this organisation are open?', hint: 'Acme HR AP8' }],
  });
  expect(paletteSections(all, [], 'hr ap4')[0]?.rows[0]?.id).toBe('question/hr/employeeByEmail');
  expect(paletteSections(all, ['question/hr/orgById'], '')[0]?.rows).toHaveLength(1);
});

describe('with a query', () => {
  test('the best row comes first, whatever its section', () => {
    expect(paletteSections(commands, [], 'dark')[0]?.rows[0]?.id).toBe('theme/dark');
  });

  test('an id comes first of all, with the cost of looking it up', () => {
    const [ids] = paletteSections(commands, [], 'batch-01JC9NZK41RD');
    expect(ids).toMatchObject({
      title: 'Ids',
      rows: [{ title: 'Find batch batch-01JC9NZK41RD', hint: 'one query of GSI3' }],
    });
  });

  test('an id of no known shape is offered if no command has that name', () => {
    const [ids, ...others] = paletteSections(commands, [], 'KB-big-900');
    expect(ids?.rows[0]?.title).toBe('Find “KB-big-900”');
    expect(others).toEqual([]);
  });

  test('a word that finds a command may be an id, too, and comes after it; words of a sentence are not', () => {
    expect(paletteSections(commands, [], 'dark').map(({ title }) => title)).toEqual(['Appearance', 'Ids']);
    expect(paletteSections(commands, [], 'dark').at(-1)?.rows).toHaveLength(1);
    expect(paletteSections(commands, [], 'dark theme').map(({ title }) => title)).toEqual(['Appearance']);
  });

  test('nothing is listed for text that can be neither an id nor a command', () => {
    expect(paletteSections(commands, [], 'zz#z')).toEqual([]);
  });
});

describe('recent commands', () => {
  test('are the newest first, each once, at most five', () => {
    const after = ['a', 'b', 'c', 'd', 'e', 'f', 'b'].reduce<readonly string[]>(withNewest, []);
    expect(after).toEqual(['b', 'f', 'e', 'd', 'c']);
  });
});

const kestrel = { tenantId: 'kestrel', name: 'Kestrel Foods', plan: null, pinned: false, openedAt: null };
const unnamed = { ...kestrel, tenantId: 'quill', name: null };

test.each(['kestrel', 'go to tenant kestrel', 'kestrel foods', 'tenant kestrel'])(
  'a tenant is found by %s',
  (query) => {
    const [best] = rank(tenantCommands([unnamed, kestrel]), query);
    expect(best?.item.title).toBe('Go to tenant Kestrel Foods');
  },
);

test('a tenant without a name is shown by its id', () => {
  const { context, did } = aCommandContext();
  const [command] = tenantCommands([unnamed]);
  expect(command?.title).toBe('Go to tenant quill');
  command?.run(context);
  expect(did).toEqual([['goToTenant', 'quill']]);
});

test.each(['webhook', 'queue webhook-dlq', 'go to queue webhook-dlq'])(
  'a dead-letter queue is found by %s',
  (query) => {
    const unread = { queue: null, failure: null };
    const queues = [
      { name: 'documents-dlq', ...unread },
      { name: 'webhook-dlq', ...unread },
    ];
    const [best] = rank(queueCommands(queues), query);
    const { context, did } = aCommandContext();
    best?.item.run(context);
    expect(did).toEqual([['goToQueue', 'webhook-dlq']]);
  },
);

test('a page’s own commands are listed separately and do what the page says', () => {
  const done: string[] = [];
  const [command] = hereCommands([
    {
      id: 'reprocess-document',
      title: 'Reprocess this document…',
      keywords: ['retry'],
      icon: 'retry',
      shortcut: 'P',
      run: () => done.push('planned'),
    },
  ]);
  expect(command).toMatchObject({ id: 'here/reprocess-document', section: 'Here', shortcut: 'P' });
  command?.run(aCommandContext().context);
  expect(done).toEqual(['planned']);
});

describe('on the page of a text that was looked up and not found', () => {
  const listed = (query: string, text: string, as?: 'tenant') =>
    paletteSections(commands, [], query, [], { text, as }).map(({ title, rows }) => [
      title,
      rows.map((row) => row.title),
    ]);

  test('lists what has that name, then every kind that was not asked, each with its price', () => {
    expect(listed('dark', 'dark')).toEqual([
      ['Appearance', ['Dark theme']],
      ['Ids', ['Find message dark', 'Find tenant dark']],
    ]);
    expect(listed('dark', 'dark', 'tenant').at(-1)).toEqual(['Ids', ['Find “dark”', 'Find message dark']]);
  });

  test('offers to look up another text, as the palette does', () => {
    expect(listed('batch-01JC9NZK41RD', 'dark')[0]).toEqual(['Ids', ['Find batch batch-01JC9NZK41RD']]);
    expect(listed('batch-01JC9NZK41RD', 'batch-01JC9NZK41RD')).toEqual([]);
  });
});
