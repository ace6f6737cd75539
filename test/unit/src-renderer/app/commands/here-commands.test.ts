import { expect, test } from 'vitest';
import { hereCommands, queueCommands, tenantCommands } from '#renderer/app/commands/here-commands.ts';
import { rank } from '#renderer/app/palette/rank.ts';
import { aCommandContext } from '#test/builders/a-command.ts';

const kestrel = { tenantId: 'kestrel', name: 'Kestrel Foods', plan: null, pinned: false, openedAt: null };
const unnamed = { ...kestrel, tenantId: 'quill', name: null };

test.each(['kestrel', 'go to tenant kestrel', 'kestrel foods', 'tenant kestrel'])(
  'a tenant is found by %s',
  (query) => {
    const [best] = rank(tenantCommands([unnamed, kestrel]), query);
    expect(best?.item.title).toBe('Go to tenant Kestrel Foods');
  },
);

test('a tenant without a name goes by its id', () => {
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

test('what a page offers stands by itself and does what the page says', () => {
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
