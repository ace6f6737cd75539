import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { aConsole } from '#test/builders/a-console.ts';

it('what was spent is on disk before a closing console waits for anything', async () => {
  const { ask, home, opened } = await aConsole();
  await ask('lookup.find', { asks: [{ kind: 'batch', id: 'b-1' }] });
  const folder = join(home, 'spend');
  expect(existsSync(folder) ? readdirSync(folder) : []).toEqual([]);
  const closed = opened.close();
  const [file = ''] = readdirSync(folder);
  expect(JSON.parse(readFileSync(join(folder, file), 'utf8'))).toMatchObject({
    rows: [{ pattern: expect.any(String) }],
  });
  await closed;
});
