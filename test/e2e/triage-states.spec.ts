import type { Failure } from '#shared/contract/result.ts';
import { dialogsAreGone, openDialog } from './dialogs.ts';
import { expect, looking, test } from './fixtures.ts';
import {
  aFailedBatch,
  answer,
  documentsAreThere,
  failedBatches,
  failedDocuments,
  openBatch,
  paste,
  refuse,
  choosePersona,
} from './triage-world.ts';

const reference = '7f3c-0001';

test.describe('for a person with one tenant', () => {
  test.use({ isRefused: true });

  test('an id of another tenant is refused with that reason, wherever it is pasted', async ({
    console: { page, url },
  }) => {
    const [other] = await failedBatches(page, 'kestrel');
    if (other === undefined) throw new Error('The sandbox has no failed batch of kestrel.');
    const [document] = await failedDocuments(page, other);
    await choosePersona(page, /Jonas Weir/);
    const main = page.getByRole('main');
    await paste(page, other.batchId);
    // The page does not say whether such a batch exists, because it could belong to any tenant.
    await expect(main).toContainText('It may belong to a tenant that you don’t have access to.');
    await expect(main).not.toContainText('kestrel');
    const refusal = main.getByText(/kestrel is not one of your tenants/);

    await page.goto(`${url}/triage?tenant=kestrel`);
    await expect(refusal.first()).toBeVisible();
    await page.goto(
      `${url}/triage?tenant=kestrel&batch=${other.batchId}&document=${document?.documentId ?? ''}`,
    );
    await expect(refusal.first()).toBeVisible();
    await expect(main).not.toContainText(other.projectId);

    // A person with a single tenant does not have to choose it.
    await page.goto(`${url}/triage`);
    await expect(page.getByRole('option').first()).toBeVisible({ timeout: 20_000 });
    await expect(page).toHaveURL(/tenant=northwind/);
  });
});

looking('a role that may not act sees everything, with the reason', async ({ console: { page, url } }) => {
  const batch = await aFailedBatch(page);
  await choosePersona(page, /Teo Lindqvist/);
  await openBatch(page, url, batch);
  const groups = page.getByRole('region', { name: 'Failure groups' });
  await expect(groups.getByRole('button', { name: 'Reprocess all failed…' })).toHaveAttribute(
    'aria-disabled',
    'true',
  );
  await page.keyboard.press('p');
  await expect(openDialog(page)).toHaveCount(0);
});

looking(
  'items that lack what they should have are shown as they are, and never left out',
  async ({ console: { page, url } }) => {
    await page.goto(`${url}/triage?tenant=quill&status=REVIEW_REQUIRED`);
    const odd = page.getByRole('option').filter({ hasText: 'attributes are not as expected' });
    await expect(odd).toHaveCount(1, { timeout: 20_000 });
    await odd.click();
    await expect(page.getByText('This item is not as declared.')).toBeVisible();
    await expect(page.getByText('no status', { exact: true })).toBeVisible();
    await page.getByRole('button', { name: /^Show \d+ more/ }).click();
    await expect(page.getByRole('button', { name: 'Show fewer' })).toBeVisible();
    await page.getByRole('tab', { name: 'Item' }).click();
    await expect(page.getByRole('tree', { name: 'Item as JSON' })).toBeVisible();
  },
);

looking(
  'an item of another kind in a list is told as what it is, and its place is no trouble',
  async ({ console: { page, url } }) => {
    await page.route('**/call/batches.byStatus', async (route) => {
      const response = await route.fetch();
      const said = (await response.json()) as { readonly value: object };
      const others = [{ entity: 'Project', partitionKey: 'TENANT#quill', sortKey: 'PROJECT#archive' }];
      await route.fulfill({ response, json: { ...said, value: { ...said.value, others } } });
    });
    await page.goto(`${url}/triage?tenant=quill&status=FAILED`);
    const told = page.getByText('1 item of another kind in this list: Project, SK PROJECT#archive');
    await expect(told).toHaveCount(1, { timeout: 20_000 });
    await expect(page.getByRole('alert')).toHaveCount(0);
  },
);

test('documents without an error, a version or a name are listed in their batch, and a plan shows what it cannot do', async ({
  console: { page, url },
}) => {
  const batches = await failedBatches(page, 'quill');
  const odd = batches.find(({ run, documentCount }) => run === 0 && documentCount === 9);
  if (odd === undefined) throw new Error('The sandbox has no batch of odd documents.');
  await openBatch(page, url, odd);
  await page
    .getByRole('grid', { name: 'Documents' })
    .getByRole('checkbox', { name: /^Select all/ })
    .check();
  await page
    .getByRole('button', { name: /^Reprocess \d+…/ })
    .last()
    .click();
  const dialog = openDialog(page);
  await expect(dialog.getByRole('grid', { name: 'Every document of the plan' })).toContainText(
    "No version, so changes can't be detected",
  );
  await expect(dialog.getByRole('region', { name: 'Plan summary' })).toContainText(/1blocked/i);
  await page.keyboard.press('Escape');
  await dialogsAreGone(page);
  await page.getByRole('radio', { name: /^All/ }).check({ force: true });
  // Unknown status is shown as it is written.
  await expect(
    page.getByRole('grid', { name: 'Documents' }).getByText('ARCHIVED', { exact: true }),
  ).toBeVisible();
});

const busy: Failure = {
  code: 'throttled',
  message: 'DynamoDB asked for a slower pace 8 times.',
  attempts: 8,
  reference,
};

const noAnswer: Failure = {
  code: 'aws-unreachable',
  message: 'No answer came within 5 s.',
  service: 'states',
  reference,
};

const troubles: readonly (readonly [Failure, string])[] = [
  [busy, 'The table is too busy'],
  [noAnswer, 'AWS did not answer'],
  [
    { code: 'execution-expired', message: 'AWS no longer has this history.', run: 1, reference },
    'The history of this execution has expired',
  ],
];

looking(
  'a timeline that cannot be read says why, and everything else goes on',
  async ({ console: { page, url } }) => {
    const batch = await aFailedBatch(page);
    for (const [failure, title] of troubles) {
      await refuse(page, 'executions.history', failure);
      await openBatch(page, url, batch);
      const alert = page.getByRole('alert');
      await expect(alert, failure.code).toContainText(title);
      await expect(alert, failure.code).toContainText(failure.message);
      await expect(page.getByRole('region', { name: 'Failure groups' })).toBeVisible();
      await page.unroute('**/call/executions.history');
    }
    // An expired history is not requested again, but one that may still arrive is.
    await refuse(page, 'executions.history', busy);
    await openBatch(page, url, batch);
    await page.unroute('**/call/executions.history');
    await page.getByRole('alert').getByRole('button', { name: 'Try again' }).click();
    await expect(page.getByRole('heading', { name: 'Map iterations' })).toBeVisible();
  },
);

test('a plan that cannot be made or started loses nothing that was chosen or typed', async ({
  console: { page, url },
}) => {
  const batch = await aFailedBatch(page);
  await openBatch(page, url, batch);
  await page.keyboard.press('j');
  await page.keyboard.press('x');
  await refuse(page, 'plans.make', busy);
  await page.getByRole('button', { name: 'Reprocess 1…', exact: true }).click();
  const dialog = openDialog(page);
  await expect(dialog.getByRole('alert')).toContainText('No plan was made. Nothing was changed.');
  await page.unroute('**/call/plans.make');
  await dialog.getByRole('button', { name: 'Try again' }).click();
  const reason = dialog.getByRole('textbox', { name: /^Reason/ });
  await reason.fill('The limit was raised');

  await refuse(page, 'plans.start', {
    code: 'pipeline-unreachable',
    message: 'The pipeline API did not answer.',
    reference,
  });
  await dialog.getByRole('button', { name: 'Start with 1 document' }).click();
  await expect(dialog).toContainText('The pipeline API did not answer.');
  await expect(reason).toHaveValue('The limit was raised');
  await page.unroute('**/call/plans.start');
  await page.keyboard.press('Escape');
  await expect(page.getByText('1 selected', { exact: true })).toBeVisible();
  const audit = await answer<{ readonly total: number }>(page, 'audit.read', { filter: 'plans.start' });
  expect(audit.total, 'nothing was started').toBe(0);
});

looking('an unreadable list is shown beside a readable batch', async ({ console: { page, url } }) => {
  const batch = await aFailedBatch(page);
  await refuse(page, 'batches.byStatus', noAnswer);
  await page.goto(`${url}/triage?tenant=northwind&batch=${batch.batchId}`);
  await documentsAreThere(page);
  const lists = page.getByRole('region', { name: /^Lists of/ });
  await expect(lists.getByRole('alert')).toContainText('AWS did not answer');
  await page.unroute('**/call/batches.byStatus');
  await lists.getByRole('button', { name: 'Try again' }).click();
  await expect(lists.getByRole('option').first()).toBeVisible();
});
