import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Page } from '@playwright/test';
import { startConsole } from '#scripts/start-console.ts';
import type { Desk, ReviewDocument } from '#shared/contract/review-document.ts';
import { sandboxConnectionId } from '#shared/domain/connection.ts';
import { placesToDecide } from '#shared/domain/review/draft-rules.ts';
import { dialogsAreGone, openDialog } from './dialogs.ts';
import { shellIsThere, test } from './fixtures.ts';
import { isPlain } from './review-kinds.ts';
import {
  actAs,
  command,
  decide,
  decideAnyway,
  documentLike,
  expect,
  findDesk,
  formatAddress,
  isYours,
  openOnDesk,
  placeOn,
  stem,
  toKey,
  typeInFocused,
  typing,
  whatHappened,
} from './review-world.ts';
import { signIn } from './sign-in.ts';
import { answer } from './triage-world.ts';

/** Nothing answers there. The desk has only to come back from it. */
const elsewhere = {
  id: 'elsewhere',
  name: 'Elsewhere',
  environment: 'staging',
  aws: {
    region: 'eu-west-1',
    accountId: '111122223333',
    profile: { fromEnvironment: true },
    endpoints: { dynamodb: 'http://127.0.0.1:9', sts: 'http://127.0.0.1:9' },
  },
};

/** One field to decide, of plain text, so that any words are a value of it. */
const isForTyping = (document: ReviewDocument): boolean => {
  const [place, more] = placesToDecide(document, 'review');
  const field = document.fields.find(({ name }) => name === place);
  return isPlain(document) && more === undefined && field !== undefined;
};

// The fixture's signed-in console does not fit here, because a browser logs every refused call as an error.
test('what is typed survives every way of leaving the desk', async ({ host, page: first, context }) => {
  test.setTimeout(300_000);
  let page = first;
  await signIn(context, host);
  await page.goto(`${host.origin}/settings`);
  await shellIsThere(page);
  await actAs(page, 'reviewer');
  const document = await documentLike(page, isForTyping);
  const [place = ''] = placesToDecide(document, 'review');
  const field = () => placeOn(page, place);
  const address = host.origin + formatAddress(document);
  await openOnDesk(page, host.origin, document);

  await test.step('a reload', async () => {
    await typeHalf(page, 'typed 1');
    await page.reload();
    await isYours(page, document.fileName);
    await expect(field()).toContainText('typed 1');
  });

  await test.step('another person works here for a while', async () => {
    await typeHalf(page, 'typed 2');
    await command(page, 'session.actAs', { personaId: 'reviewer-2' });
    await expect(page.getByText('typed 2')).toHaveCount(0);
    const others = await answer<Desk>(page, 'review.desk', {});
    expect(others.drafts).toEqual([]);
    await command(page, 'session.actAs', { personaId: 'reviewer' });
    await page.goto(address);
    await isYours(page, document.fileName);
    await expect(field()).toContainText('typed 2');
  });

  await test.step('the sign-in of this window ends', async () => {
    const cookies = await context.cookies();
    await context.clearCookies();
    await typeHalf(page, 'typed 3');
    await expect(page.getByText('This window is not signed in to Sluice')).toBeVisible();
    await expect.poll(() => page.content()).not.toContain('typed 3');
    await context.addCookies(cookies);
    // The page also asks every few seconds without a click, and may be faster than this one.
    await page
      .getByRole('button', { name: 'Try again' })
      .click({ timeout: 5_000 })
      .catch(() => undefined);
    await isYours(page, document.fileName);
    await expect(field()).toContainText('typed 3');
    await expect.poll(() => findDraft(page, document)).toContain('typed 3');
  });

  await test.step('another connection is opened, and this one again', async () => {
    writeFileSync(join(host.home, 'connections.json'), JSON.stringify({ connections: [elsewhere] }));
    await command(page, 'connections.readFile', {});
    await typeHalf(page, 'typed 4');
    await command(page, 'connections.open', { connectionId: elsewhere.id });
    await expect(page.getByText('typed 4')).toHaveCount(0);
    await command(page, 'connections.open', { connectionId: sandboxConnectionId });
    await page.goto(address);
    await isYours(page, document.fileName);
    await expect(field()).toContainText('typed 4');
  });

  await test.step('the window is closed', async () => {
    // The call of a slow machine is still on its way when its page has ended.
    const network = await context.newCDPSession(page);
    const slow = { offline: false, latency: 800, downloadThroughput: -1, uploadThroughput: -1 };
    await network.send('Network.emulateNetworkConditions', slow);
    await typeHalf(page, 'typed 5');
    const closed = page.waitForEvent('close');
    await page.close({ runBeforeUnload: true });
    await closed;
    page = await context.newPage();
    await page.goto(address);
    await isYours(page, document.fileName);
    await expect(field()).toContainText('typed 5');
  });

  await decideAnyway(page);
  await expect.poll(async () => (await whatHappened(page, document)).at(-1)).toBe('approved');
  const now = await command(page, 'review.read', toKey(document));
  expect(now.fields.find(({ name }) => name === place)?.value).toBe('typed 5');
});

test('a decision that is reopened late does not take back a person who has gone on', async ({
  console: { page, url },
}) => {
  test.setTimeout(180_000);
  await actAs(page, 'reviewer');
  const document = await documentLike(page, isForTyping);
  const name = document.fileName ?? '';
  await openOnDesk(page, url, document);
  await decideAnyway(page);
  await expect(findDesk(page)).not.toContainText(stem(name));
  await page.keyboard.press('Escape');
  await expect(page).not.toHaveURL(/document=/);

  let answerNow: () => void = () => undefined;
  const isAnswered = new Promise<void>((resolve) => {
    answerNow = resolve;
  });
  await page.route('**/call/review.undo', async (route) => {
    const response = await route.fetch();
    await isAnswered;
    await route.fulfill({ response });
  });
  await page.keyboard.press('y');
  const asked = page.waitForRequest(/\/call\/review\.undo$/);
  await openDialog(page)
    .getByRole('button', { name: /^Reopen/ })
    .first()
    .click();
  await asked;
  await page.keyboard.press('Escape');
  await dialogsAreGone(page);
  await page.keyboard.press('g');
  await page.keyboard.press('t');
  await expect(page).toHaveURL(/\/today/);
  answerNow();
  await expect(page.getByRole('region', { name: 'Notifications' })).toContainText(`Reopened: ${name}`);
  await expect(page).toHaveURL(/\/today/);
  const now = await command(page, 'review.read', toKey(document));
  expect(now).toMatchObject({ status: 'REVIEW_REQUIRED', claimedBy: null });
});

test('a decision on its way when the console is killed is asked about until it is known', async ({
  page,
  context,
}) => {
  test.setTimeout(180_000);
  const first = await startConsole();
  await page.goto(first.address);
  await page.waitForURL('**/today');
  await shellIsThere(page);
  await actAs(page, 'reviewer');
  const document = await documentLike(page, isForTyping);
  const [place = ''] = placesToDecide(document, 'review');
  await openOnDesk(page, first.origin, document);
  const reached = new Promise<void>((resolve) => {
    void page.route('**/call/review.decide', async (route) => {
      // The request is on its way when the power goes.
      const sent = route.fetch().catch(() => undefined);
      resolve();
      await sent;
      await route.abort().catch(() => undefined);
    });
  });
  await typeInFocused(page, 'decided');
  await decide(page);
  await decide(page);
  await reached;
  await first.kill();

  const second = await startConsole({ home: first.home });
  await page.unrouteAll({ behavior: 'ignoreErrors' });
  await context.clearCookies();
  await page.goto(second.address);
  await page.waitForURL('**/today');
  await shellIsThere(page);
  await page.goto(`${second.origin}/review`);
  await page.getByRole('button', { name: 'Work as Teo Lindqvist, reviewer' }).click();
  await page.goto(`${second.origin}${formatAddress(document)}`);
  await shellIsThere(page);
  // The desk asks about it, and goes on to another document once it is known.
  await expect
    .poll(async () => (await whatHappened(page, document)).filter((what) => what === 'approved').length, {
      timeout: 60_000,
    })
    .toBe(1);
  await expect.poll(() => findDraft(page, document), { timeout: 60_000 }).toBe('');
  await expect(findDesk(page)).not.toContainText('not confirmed');
  const now = await command(page, 'review.read', toKey(document));
  expect(now.fields.find(({ name }) => name === place)?.value).toBe('decided');
  expect((await whatHappened(page, document)).filter((what) => what === 'approved')).toHaveLength(1);
  await second.stop();
});

/** Types into the focused field and does not finish it. */
async function typeHalf(page: Page, text: string): Promise<void> {
  await page.keyboard.press('e');
  await expect(typing(page)).toBeFocused();
  await page.keyboard.press('ControlOrMeta+a');
  await page.keyboard.insertText(text);
}

/** Returns the draft of a document as it is kept on this machine. */
async function findDraft(page: Page, { documentId }: ReviewDocument): Promise<string> {
  const { drafts } = await answer<Desk>(page, 'review.desk', {});
  const draft = drafts.find(({ key }) => key.documentId === documentId);
  return draft === undefined ? '' : JSON.stringify(draft.edits);
}
