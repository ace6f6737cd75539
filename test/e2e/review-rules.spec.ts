import type { ReviewDocument } from '#shared/contract/review-document.ts';
import { findFailures } from '#shared/domain/review/choose-reading.ts';
import { placesToDecide } from '#shared/domain/review/draft-rules.ts';
import { fieldType } from '#shared/domain/review/normalised-value.ts';
import { listAgainstApproval } from '#shared/domain/review/rules.ts';
import { test } from './fixtures.ts';
import { isPlain } from './review-kinds.ts';
import { actAs, documentLike, expect, focusedPlace, formatAddress } from './review-world.ts';

/** One person decides it, it has an IBAN that is right, and nothing fails once its readings are chosen. */
function hasRightIban(document: ReviewDocument): boolean {
  const places = placesToDecide(document, 'review');
  const iban = document.fields.find(({ type }) => fieldType(type).kind === 'iban');
  if (!isPlain(document) || iban === undefined || !/^[A-Z]{2}\d{2}/.test(iban.value ?? '')) return false;
  return !places.includes(iban.name) && listAgainstApproval(findFailures(document, {})).length === 0;
}

test('a wrong IBAN is not approved with Ctrl+Enter, and the reason goes with the decision', async ({ console: { page, url } }) => {
  await actAs(page, 'reviewer');
  const document = await documentLike(page, hasRightIban);
  const iban = document.fields.find(({ type }) => fieldType(type).kind === 'iban');
  if (iban === undefined) throw new Error('The document has no IBAN.');
  await page.goto(url + formatAddress(document));
  await expect(focusedPlace(page)).toBeVisible();
  for (const _ of placesToDecide(document, 'review')) await page.keyboard.press('Enter');
  await page.locator(`[data-place="${iban.name}"]`).click();
  await page.keyboard.press('e');
  const wrong = (iban.value ?? '').replace(/\d(?=\D*$)/, (digit) => String((Number(digit) + 1) % 10));
  await page.keyboard.type(wrong);
  await expect(page.getByRole('region', { name: 'Failed rules' })).toContainText('The check digits of this IBAN are wrong');
  await page.keyboard.press('Enter');
  await page.keyboard.press('Enter');
  await page.screenshot({ path: '/tmp/rules-shots/wrong-iban.png' });
  await page.keyboard.press('ControlOrMeta+Enter');
  const dialog = page.getByRole('dialog', { name: /against the rules$/ });
  await expect(dialog).toContainText('The check digits of this IBAN are wrong');
  await page.screenshot({ path: '/tmp/rules-shots/dialog.png' });
});
