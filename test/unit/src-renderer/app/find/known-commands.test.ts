import { describe, expect, test } from 'vitest';
import { addressOfPlace, findOpenedPlace, type FoundPlace } from '#renderer/app/find/found-place.ts';
import {
  causeCommands,
  keyCommands,
  nameCommands,
  openedCommands,
} from '#renderer/app/find/known-commands.ts';
import { paletteSections } from '#renderer/app/palette/palette.tsx';
import type { OpenedPlace } from '#shared/contract/lookup.ts';
import { aCommand, aCommandContext } from '#test/builders/a-command.ts';
import { buildPerson } from '#test/unit/src-main/aws/scope/a-person.ts';

const known = new Map([
  [JSON.stringify(['tenant', 'northwind']), 'Northwind Logistics'],
  [JSON.stringify(['project', 'northwind', 'freight']), 'Freight'],
  [JSON.stringify(['workflow', 'northwind', 'freight', 'carrier-invoice']), 'Carrier invoices'],
  [JSON.stringify(['person', 'user-7']), 'Maya Ortiz'],
  [JSON.stringify(['project', 'northwind', 'unnamed']), null],
]);
const opened: readonly OpenedPlace[] = [
  { kind: 'batch', tenantId: 'northwind', batchId: 'batch-01' },
  { kind: 'cause', cause: '8c5aae' },
];
const atHand = { tenantId: 'northwind', batchId: 'batch-01' };
const nowhere = { tenantId: null, batchId: null };

function titlesFor(query: string): readonly string[] {
  const commands = [
    ...openedCommands(opened, known),
    aCommand({ id: 'go/freight', title: 'Freight costs of all tenants' }),
    ...nameCommands(known),
  ];
  return paletteSections(commands, [], query).flatMap(({ rows }) => rows.map(({ title }) => title));
}

describe('names in the list', () => {
  test('an exact name or id comes first, then what begins with it', () => {
    expect(titlesFor('freight').slice(0, 2)).toEqual(['Freight', 'Freight costs of all tenants']);
    expect(titlesFor('carrier-invoice')[0]).toBe('Carrier invoices');
    expect(titlesFor('maya')[0]).toBe('Maya Ortiz');
    expect(titlesFor('northwind')[0]).toBe('Northwind Logistics');
  });

  test('without a query only what was opened lately is listed, of all names', () => {
    expect(titlesFor('')).toEqual(['Batch batch-01', 'Cause 8c5aae', 'Freight costs of all tenants']);
  });

  test('each row leads to its place', () => {
    const { context, did } = aCommandContext();
    for (const command of nameCommands(known)) command.run(context);
    expect(did.map(([, place]) => (place as FoundPlace).kind)).toEqual([
      'tenant',
      'project',
      'workflow',
      'person',
    ]);
    for (const [, place] of did) expect(addressOfPlace(place as FoundPlace).to).toMatch(/^\/\w+$/);
  });
});

describe('the short name of a cause', () => {
  test('is the group of the batch at hand, and the cause over all tenants', () => {
    expect(causeCommands('8C5AAE', atHand, null).map(({ title }) => title)).toEqual([
      'Failure group 8c5aae of this batch',
      'Cause 8c5aae over all tenants',
    ]);
    expect(causeCommands('cause 8c5aae', nowhere, null)).toHaveLength(1);
    expect(causeCommands('8c5aae12', atHand, null)).toEqual([]);
  });

  test('says why it does not open for a person of one tenant', () => {
    const [cause] = causeCommands('8c5aae', nowhere, buildPerson('alder-finch'));
    expect(cause?.whyNot).toMatch(/all tenants/);
    const [section] = paletteSections([], [], '8c5aae', cause === undefined ? [] : [cause]);
    expect(section?.rows[0]).toMatchObject({ disabled: true, hint: cause?.whyNot });
  });
});

test('a word may be a document of the batch at hand, read by its key', () => {
  const { context, did } = aCommandContext();
  keyCommands('KB-7', atHand)[0]?.run(context);
  expect(did).toEqual([['goToFind', 'TENANT#northwind#BATCH#batch-01 DOCUMENT#KB-7', 'document']]);
  expect(keyCommands('KB-7', nowhere)).toEqual([]);
});

test('an opened place has an address, and is read from it again', () => {
  const places: readonly OpenedPlace[] = [
    ...opened,
    { kind: 'tenant', tenantId: 'northwind' },
    { kind: 'document', tenantId: 'northwind', batchId: 'batch-01', documentId: 'doc-7' },
    { kind: 'execution', tenantId: 'northwind', batchId: 'batch-01', run: 2 },
    { kind: 'job', jobId: 'job-1' },
  ];
  for (const place of places) {
    const { to, search } = addressOfPlace(place);
    expect(findOpenedPlace(to, search)).toEqual(place);
  }
  expect(findOpenedPlace('/costs', {})).toBeNull();
});
