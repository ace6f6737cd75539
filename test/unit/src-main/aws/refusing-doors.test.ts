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
    expect(result).toMatchObject({ ok: false, failure: { code: 'aws-unreachable', service: 'AWS' } });
    expect(JSON.stringify(result)).toContain('Staging');
    expect(JSON.stringify(result)).toContain('Nothing was read');
  }
  expect(() => reader.changed(library, [])).not.toThrow();
});

it('says of every queue and alarm that nothing was read, and of every change that it is refused', async () => {
  const { queues, alarms } = refusingDoors('Staging');
  for (const result of [
    await queues.configured(),
    await queues.standing('q'),
    await queues.receive('q', { most: 10, visibilitySeconds: 60 }),
    await alarms.ofQueues(['q']),
    await alarms.oldestAges(['q']),
  ]) {
    expect(result).toMatchObject({ ok: false, failure: { code: 'aws-unreachable' } });
  }
  const refused = { kind: 'refused', name: 'aws-unreachable', mayTryAgain: false };
  expect(await queues.hide('q', ['a', 'b'], 0)).toMatchObject([refused, refused]);
  expect(await queues.delete('q', ['a'])).toMatchObject([refused]);
  expect(await queues.send('q', [])).toEqual([]);
  expect(await queues.startMove('q', null)).toMatchObject({ kind: 'refused', name: 'aws-unreachable' });
  expect(await queues.cancelMove('q')).toMatchObject({ kind: 'refused', name: 'aws-unreachable' });
});
