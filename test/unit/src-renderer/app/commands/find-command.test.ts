import { describe, expect, test } from 'vitest';
import { findCommand } from '#renderer/app/commands/find-command.ts';
import { aCommandContext } from '#test/builders/a-command.ts';

describe('a pasted id', () => {
  test('is looked up as it was pasted: what is around it may say more', () => {
    const pasted = ' TENANT#northwind#BATCH#batch-01\tDOCUMENT#doc-7 ';
    const { context, did } = aCommandContext();
    const find = findCommand(pasted);
    find?.run(context);
    expect(find?.title).toBe('Find document doc-7');
    expect(find?.hint).toBe('of batch-01');
    expect(did).toEqual([['goToFind', pasted.trim()]]);
  });

  test('that is long is known by its end', () => {
    const arn = `arn:aws:states:eu-west-1:111122223333:execution:autowire-batch-processing-prod:batch-01JC9Q-r2`;
    expect(findCommand(arn)?.title).toMatch(/^Find execution ….*batch-01JC9Q-r2$/);
  });

  test.each(['dead letters', '', 'theme'])('"%s" is none', (typed) => {
    expect(findCommand(typed)).toBeUndefined();
  });
});
