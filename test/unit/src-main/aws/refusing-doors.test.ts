import { expect, it } from 'vitest';
import { refusingDoors } from '#main/aws/refusing-doors.ts';
import { library } from './a-library.ts';

it('says of every read that nothing was read, and why', async () => {
  const { reader, files } = refusingDoors('Staging');
  const results = [
    await reader.run('extraction.tenants', {}),
    await reader.ask({ system: library, pattern: 'shelf', params: [{ shelf: 'a' }] }),
    await reader.readAgain({ system: library, table: 'books', key: {} }),
    await files.read('documents/t/b/d/x.pdf', 100),
  ];
  for (const result of results) {
    expect(result).toMatchObject({ ok: false, failure: { code: 'aws-unreachable', service: 'DynamoDB' } });
    expect(JSON.stringify(result)).toContain('Staging');
    expect(JSON.stringify(result)).toContain('Nothing was read');
  }
  expect(() => reader.changed(library, [])).not.toThrow();
});
