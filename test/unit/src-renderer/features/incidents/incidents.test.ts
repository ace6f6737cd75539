import { expect, it } from 'vitest';
import {
  parseDeploy,
  parseSeries,
  readIncidents,
  writeDeploy,
  writeIncidents,
} from '#renderer/features/incidents/address.ts';
import { describeStrip, makeCells } from '#renderer/features/incidents/cause-strip.ts';
import { writeCsv, writeText } from '#renderer/features/incidents/customers-pane.tsx';
import { listTicks } from '#renderer/ui/heat-strip.tsx';
import type { Cause, Customer } from '#shared/contract/incidents.ts';
import { toHour } from '#shared/domain/incident-rules.ts';

const now = Date.parse('2026-11-26T14:20:00.000Z');

it('reads the time of a deploy as a person types it, by UTC', () => {
  const typed = (text: string) => {
    const at = parseDeploy(text, now);
    return at === null ? null : writeDeploy(at);
  };
  expect(typed('14:02')).toBe('2026-11-26T14:02Z');
  expect(typed(' 9:05 utc')).toBe('2026-11-26T09:05Z');
  expect(typed('2026-11-20 23:59')).toBe('2026-11-20T23:59Z');
  expect(typed('2026-11-20T23:59Z')).toBe('2026-11-20T23:59Z');
});

it('takes a time without a day that has not come today as that of yesterday, and no day that has not come', () => {
  expect(parseDeploy('22:00', now)).toBe(Date.parse('2026-11-25T22:00:00Z'));
  for (const text of ['2026-11-27 10:00', '25:00', '12:60', '14', 'now', '', '2026-13-01 10:00']) {
    expect(parseDeploy(text, now), text).toBeNull();
  }
});

it('keeps all of the page in its address, and ignores what it cannot read', () => {
  const address = {
    days: 7,
    show: 'gone',
    deploy: '2026-11-26T14:02Z',
    cause: 'b8cf51',
    of: 'kestrel',
    workflow: 'supplier-invoices',
    series: 'field:dueDate',
  } as const;
  expect(readIncidents(writeIncidents(address))).toEqual(address);
  expect(readIncidents({ days: '3', show: 'old', deploy: 'yesterday', cause: '../x' })).toEqual({
    days: 2,
    show: 'all',
    deploy: null,
    cause: null,
    of: null,
    workflow: null,
    series: null,
  });
  expect(parseSeries('field:due:Date')).toEqual({ kind: 'field', name: 'due:Date' });
  for (const written of [null, 'other:x', 'field', ':x']) expect(parseSeries(written)).toBeUndefined();
});

it('says in words what a strip shows', () => {
  const thisHour = toHour(now);
  const period = { first: thisHour - 23, count: 24 };
  const hours: Cause['hours'] = [
    [thisHour - 30, 99],
    [thisHour - 3, 2],
    [thisHour, 20],
  ];
  const parts = { days: 1, deployAt: Date.parse('2026-11-26T14:02:00Z') } as const;
  expect(describeStrip(hours, period, parts)).toBe(
    '22 failures in the last 24 hours. Most: 20 failures, 26 Nov 14:00 to 15:00 UTC. Deploy 26 Nov 14:02 UTC.',
  );
  expect(describeStrip([], period, { days: 1, deployAt: null })).toBe('No failures in the last 24 hours.');
  expect(makeCells(hours, period, { days: 1, on: 'list' }).at(-1)).toMatchObject({
    step: 3,
    label: '20 failures, 26 Nov 14:00 to 15:00 UTC',
  });
});

it('marks round hours and days below a strip, at most twelve', () => {
  const hourMs = 3_600_000;
  const labels = (hours: number) => listTicks(now - hours * hourMs, now).map(({ label }) => label);
  expect(labels(24)).toContain('26 Nov');
  for (const hours of [24, 48, 168, 720]) expect(labels(hours).length).toBeLessThanOrEqual(12);
  expect(listTicks(now, now)).toEqual([]);
});

const northwind: Customer = {
  tenantId: 'northwind',
  name: '=Northwind',
  count: 1_204,
  firstAt: '2026-11-25T08:00:00.000Z',
  lastAt: '2026-11-26T14:00:00.000Z',
  batches: [
    { projectId: 'freight', batchId: 'batch-2' },
    { projectId: 'freight', batchId: 'batch-1' },
  ],
};
const nameless: Customer = {
  tenantId: 't-9',
  name: null,
  count: 1,
  firstAt: '2026-11-26T14:00:00.000Z',
  lastAt: '2026-11-26T14:00:00.000Z',
  batches: [],
};

it('writes the customers for a spreadsheet, with whether that is all of them, and no formula', () => {
  const lines = writeCsv({ customers: [northwind, nameless], isAll: false }).split('\r\n');
  expect(lines[1]).toBe(
    '\'=Northwind,northwind,1204,2026-11-25T08:00:00.000Z,2026-11-26T14:00:00.000Z,batch-2 batch-1,"no, at least these"',
  );
  expect(lines[2]).toMatch(/^t-9,t-9,1,/);
});

it('writes the customers as text for a message, and says "at least" where the list was cut', () => {
  const cause = { pattern: 'Throttled', fingerprint: 'b8cf51' } as Cause;
  expect(writeText({ cause, customers: [northwind, nameless], isAll: false })).toBe(
    [
      'Throttled (b8cf51): at least 2 customers',
      '- =Northwind: 1,204 failures, 25 Nov 2026, 08:00:00 UTC to 26 Nov 2026, 14:00:00 UTC, newest batch batch-2 and 1 more',
      '- t-9: 1 failure, 26 Nov 2026, 14:00:00 UTC',
      '',
    ].join('\n'),
  );
  expect(writeText({ cause, customers: [nameless], isAll: true })).toContain('(b8cf51): 1 customer\n');
});
