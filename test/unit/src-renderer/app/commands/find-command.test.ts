import { describe, expect, test } from 'vitest';
import { findCommands, isFindCommand } from '#renderer/app/commands/find-command.ts';
import { aCommandContext } from '#test/builders/a-command.ts';

describe('a pasted id', () => {
  test('is looked up as it was pasted: the text around it may say more', () => {
    const pasted = ' TENANT#northwind#BATCH#batch-01\tDOCUMENT#doc-7 ';
    const { context, did } = aCommandContext();
    const [find, ...others] = findCommands(pasted);
    find?.run(context);
    expect(find?.title).toBe('Find document doc-7');
    expect(find?.hint).toBe('of batch-01');
    expect(others).toEqual([]);
    expect(did).toEqual([['goToFind', pasted.trim()]]);
  });

  test('that is long is shown by its end', () => {
    const arn = `arn:aws:states:eu-west-1:111122223333:execution:autowire-batch-processing-prod:batch-01JC9Q-r2`;
    expect(findCommands(arn)[0]?.title).toMatch(/^Find execution ….*batch-01JC9Q-r2$/);
  });

  test('of no known shape is looked up by each kind, or as the kind that a person chooses', () => {
    const { context, did } = aCommandContext();
    const commands = findCommands('KB-big-900');
    expect(commands.map(({ title, hint }) => [title, hint])).toEqual([
      ['Find “KB-big-900”', 'batch first, 0.5–1.5 RRU'],
      ['Find message KB-big-900', 'from 0.5 RRU, <$0.0001'],
      ['Find tenant KB-big-900', 'from 0.5 RRU, <$0.0001'],
    ]);
    for (const command of commands) command.run(context);
    expect(did).toEqual([
      ['goToFind', 'KB-big-900'],
      ['goToFind', 'KB-big-900', 'message'],
      ['goToFind', 'KB-big-900', 'tenant'],
    ]);
    expect(commands.every(({ id }) => isFindCommand(id))).toBe(true);
  });

  test('that is a UUID may be a batch or a message', () => {
    const titles = findCommands('f47ac10b-58cc-4372-a567-0e02b2c3d479').map(({ title }) => title);
    expect(titles.map((title) => title.replace(/ f47.*/, ''))).toEqual([
      'Find batch or message',
      'Find message',
      'Find tenant',
    ]);
  });

  test('is taken out of whatever was copied with it', () => {
    const { context, did } = aCommandContext();
    const commands = findCommands('batch-01M7SJ8EE04C failed, and BATCH-01M7WPCSG0RD too');
    expect(commands.map(({ title, hint }) => [title, hint])).toEqual([
      ['Find batch batch-01M7SJ8EE04C', 'from the text'],
      ['Find batch BATCH-01M7WPCSG0RD', 'from the text'],
      ['Find batch batch-01M7WPCSG0RD', 'the usual spelling'],
    ]);
    const [inKey] = findCommands('s3://any/documents/northwind/batch-01/doc-7/scan.pdf');
    expect([inKey?.title, inKey?.hint]).toEqual([
      'Find document doc-7 of batch-01, northwind',
      'from an S3 key',
    ]);
    inKey?.run(context);
    expect(did).toEqual([['goToFind', 'TENANT#northwind#BATCH#batch-01 DOCUMENT#doc-7', 'document']]);
  });

  test.each(['', 'a#b', 'x'.repeat(257)])('"%s" is not an id', (typed) => {
    expect(findCommands(typed)).toEqual([]);
  });
});
