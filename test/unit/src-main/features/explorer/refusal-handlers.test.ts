import { mkdirSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { aHome } from '#test/builders/a-home.ts';
import { join } from 'node:path';
import { anExplorer, valueOf } from './an-explorer.ts';
import { address } from './clinic.ts';

const question = { system: 'clinic', entity: 'Patient', by: ['phone'], question: 'Patient by phone' };

describe('a question that no index answers', () => {
  it('is counted for the open connection and who asks', async () => {
    const explorer = anExplorer();
    expect(valueOf(await explorer.call('explorer.refuse', question))).toMatchObject({ times: 1, people: 1 });
    expect(valueOf(await explorer.call('explorer.refuse', question))).toMatchObject({ times: 2, people: 1 });
    expect(valueOf(await explorer.call('explorer.refusals', {})).refusals).toMatchObject([
      { ...question, times: 2 },
    ]);
    explorer.switchTo({ id: 'local' });
    expect(valueOf(await explorer.call('explorer.refusals', {})).refusals).toEqual([]);
  });

  it('of a system that is not there is not', async () => {
    const explorer = anExplorer();
    const result = await explorer.call('explorer.refuse', { ...question, system: 'nowhere' });
    expect(result).toMatchObject({ failure: { code: 'not-found', what: 'system' } });
    expect(valueOf(await explorer.call('explorer.refusals', {})).refusals).toEqual([]);
  });

  it('of an entity that is not there is not', async () => {
    const explorer = anExplorer();
    for (const entity of ['Nobody', 'constructor']) {
      const result = await explorer.call('explorer.refuse', { ...question, entity });
      expect(result).toMatchObject({ failure: { code: 'not-found', what: 'entity' } });
    }
  });

  it('is not written down with what somebody would have asked for', async () => {
    const explorer = anExplorer();
    for (const change of [
      { question: 'Which patient has ann@example.com?' },
      { question: `Which file is at ${address}?` },
      { by: ['ann@example.com'] },
    ]) {
      const result = await explorer.call('explorer.refuse', { ...question, ...change });
      expect(result).toMatchObject({ failure: { code: 'invalid-input' } });
      expect(JSON.stringify([result, explorer.logged])).not.toMatch(/ann@|5ca1ab1e/);
    }
    expect(valueOf(await explorer.call('explorer.refusals', {})).refusals).toEqual([]);
  });

  it('says honestly that it was not counted where the disk does not take it', async () => {
    const home = join(aHome(), 'gone');
    const result = await anExplorer([], { home }).call('explorer.refuse', question);
    expect(result).toMatchObject({
      failure: {
        code: 'storage-failed',
        file: join(home, 'refusals.json'),
        message: expect.stringMatching(/^The question was not counted: ENOENT/) as string,
      },
    });
  });

  it('cannot be listed from a file that cannot be read, which is said too', async () => {
    const home = aHome();
    mkdirSync(join(home, 'refusals.json'));
    expect(await anExplorer([], { home }).call('explorer.refusals', {})).toMatchObject({
      failure: { code: 'storage-failed', message: expect.stringContaining('EISDIR') as string },
    });
  });
});
