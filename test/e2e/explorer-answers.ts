import type { Page } from '@playwright/test';
import type { AttributeValue } from '#shared/catalogue/items/attribute-value.ts';
import type { OutputOf } from '#shared/contract/contract.ts';
import type { Reading, ReadItem } from '#shared/contract/explorer.ts';
import type { Failure, Receipt } from '#shared/contract/result.ts';

type Catalogue = OutputOf<'catalogue.read'>;
type Told<T> =
  | { readonly ok: true; readonly value: T; readonly receipt?: Receipt }
  | { readonly ok: false; readonly failure: Failure };

/** Makes the host give these answers in turn and repeat the last one. */
export async function answerWith(page: Page, ...answers: readonly Told<Reading>[]): Promise<void> {
  let asked = 0;
  await page.route('**/call/explorer.ask', async (route) => {
    const answer = answers[Math.min(asked, answers.length - 1)];
    asked += 1;
    await route.fulfill({ json: answer });
  });
}

/** Changes the host's catalogue on its way to the page. */
export async function changeCatalogue(
  page: Page,
  change: (catalogue: Catalogue) => Catalogue,
): Promise<void> {
  await page.route('**/call/catalogue.read', async (route) => {
    const response = await route.fetch();
    const answer = (await response.json()) as { readonly ok: true; readonly value: Catalogue };
    await route.fulfill({ response, json: { ...answer, value: change(answer.value) } });
  });
}

const reference = '7f3c-0001';

export const failures = {
  throttled: {
    code: 'throttled',
    message:
      'DynamoDB asked for a slower pace 8 times while the table "acme-hr-sandbox" was read, so it was not read to the end. Try again in a minute.',
    attempts: 8,
    reference,
  },
  denied: {
    code: 'read-denied',
    message:
      'This sign-in may not do dynamodb:Query on the table "acme-hr-sandbox". Nothing was read. Ask for a policy that allows it; the Explorer writes one.',
    action: 'dynamodb:Query',
    resource: 'table/acme-hr-sandbox',
    reference,
  },
  expired: {
    code: 'sign-in-expired',
    message:
      'The sign-in of this connection has expired, so the table "acme-hr-sandbox" was not read. Sign in again, then repeat it; nothing typed is lost.',
    reference,
  },
  unreachable: {
    code: 'aws-unreachable',
    message:
      'DynamoDB could not be reached, or did not answer in time, in 4 attempts, so the table "acme-hr-sandbox" was not read. Check the network and the connection\'s addresses, then try again.',
    service: 'DynamoDB',
    reference,
  },
  refused: {
    code: 'aws-refused',
    message:
      'DynamoDB Query was answered 400 ValidationException: "Query condition missed key schema element". So the table "acme-hr-sandbox" was not read. Compare the keys and indexes of the table with those that the catalogue declares.',
    service: 'DynamoDB',
    name: 'ValidationException',
    reference,
  },
  noTable: {
    code: 'not-found',
    message:
      'There is no table "acme-hr-sandbox" on this connection. Nothing was read. Check the connection\'s region, account and table names.',
    what: 'acme-hr-sandbox',
    reference,
  },
  invalid: {
    code: 'invalid-input',
    message: 'Organisation has a "#", which separates the parts of a key. Nothing was read.',
    issues: [{ path: 'orgId', problem: 'has a "#"' }],
    reference,
  },
  cursor: {
    code: 'cursor-refused',
    message: 'This place in the list has expired. Nothing was read. Ask again from the first page.',
    reference,
  },
} as const satisfies Readonly<Record<string, Failure>>;

export function refusedWith(failure: Failure): Told<Reading> {
  return { ok: false, failure };
}

export function read(items: readonly ReadItem[], more: Partial<Reading> = {}): Told<Reading> {
  return {
    ok: true,
    value: {
      reading: 'made-up',
      items: [...items],
      cursor: null,
      asked: {
        operation: 'Query',
        table: 'acme-hr-sandbox',
        index: null,
        conditions: [{ attribute: 'PK', says: '= ORG#01HXAA' }],
      },
      throttled: 0,
      ...more,
    },
    receipt: {
      pattern: 'hr.employeesOfOrg',
      index: 'table',
      pages: 1,
      items: items.length,
      rru: 0.5 * Math.max(1, items.length),
      bytes: items.reduce((sum, { bytes }) => sum + bytes, 0),
      ms: 12,
      asOf: new Date().toISOString(),
    },
  };
}

/** Returns an employee as the table stores it, with further attributes. */
export function anEmployee(
  id: string,
  more: Readonly<Record<string, AttributeValue>> = {},
  state: Partial<Omit<ReadItem, 'attributes'>> = {},
): ReadItem {
  const attributes: readonly [string, AttributeValue][] = [
    ['PK', { S: 'ORG#01HXAA' }],
    ['SK', { S: `EMP#${id}` }],
    ['type', { S: 'emp' }],
    ['firstName', { S: 'Mo' }],
    ['role', { S: 'manager' }],
    ...Object.entries(more),
  ];
  return {
    handle: `handle-${id}`,
    entity: 'Employee',
    // Assigning to `__proto__` would lose the attribute.
    attributes: Object.fromEntries(attributes),
    bytes: 131,
    catchingUp: false,
    expired: false,
    ...state,
  };
}
