import type { ReviewDocument, ReviewField } from '#shared/contract/review-document.ts';
import { chooseReading, findFailures } from '#shared/domain/review/choose-reading.ts';
import { placesToDecide, toCellPlace } from '#shared/domain/review/draft-rules.ts';
import { findRole, type FieldRole } from '#shared/domain/review/field-roles.ts';
import { readInvoiceValues } from '#shared/domain/review/invoice-key.ts';
import { fieldType } from '#shared/domain/review/normalised-value.ts';
import { listAgainstApproval } from '#shared/domain/review/rules.ts';
import { test } from './fixtures.ts';
import { isPlain } from './review-kinds.ts';
import {
  acceptAll,
  actAs,
  command,
  decideBeside,
  documentLike,
  documentsLike,
  expect,
  focusedPlace,
  openOnDesk,
  passport,
  placeOn,
  toKey,
  typing,
} from './review-world.ts';
import { expectClean } from './shell-axe.ts';
import { answer } from './triage-world.ts';

test('a wrong IBAN is not approved with one Ctrl+Enter, and takes a reason', async ({
  console: { page, url },
}) => {
  test.setTimeout(180_000);
  await actAs(page, 'reviewer');
  const document = await documentLike(page, hasRightIban);
  const iban = findIban(document);
  const wrong = (iban?.value ?? '').replace(/\d(?=\D*$)/, (digit) => String((Number(digit) + 1) % 10));
  await openOnDesk(page, url, document);
  await placeOn(page, placesToDecide(document, 'review')[0] ?? '').click();
  await acceptAll(page, document);
  const failed = page.getByRole('region', { name: 'Failed rules' });
  await expect(failed).toHaveCount(0);

  await test.step('the rule fails while the value is typed, without a word of the server', async () => {
    await placeOn(page, iban?.name ?? '').click();
    await page.keyboard.press('e');
    await expect(typing(page)).toBeFocused();
    await page.keyboard.insertText(wrong);
    await expect(failed).toContainText('The check digits of this IBAN are wrong');
    await expectClean(page, 'a rule that fails');
    await page.keyboard.press('Enter');
    await page.keyboard.press('Enter');
  });

  const dialog = page.getByRole('dialog', { name: /against the rules$/ });
  await test.step('Ctrl+Enter asks for a reason, and Escape leads back to the field', async () => {
    await page.keyboard.press('ControlOrMeta+Enter');
    await expect(dialog).toContainText('The check digits of this IBAN are wrong');
    await expectClean(page, 'approving against a rule');
    await page.keyboard.press('ControlOrMeta+Enter');
    await expect(dialog).toContainText('Nothing was approved.');
    await page.keyboard.press('Escape');
    await expect(dialog).toBeHidden();
    await expect(focusedPlace(page)).toHaveAttribute('data-place', iban?.name ?? '');
    const { decision } = await command(page, 'review.read', toKey(document));
    expect(decision).toBeNull();
  });

  await test.step('F leads to the field, and a reason by its number approves it', async () => {
    await page.keyboard.press('ArrowUp');
    await page.keyboard.press('f');
    await expect(focusedPlace(page)).toHaveAttribute('data-place', iban?.name ?? '');
    await page.keyboard.press('ControlOrMeta+Enter');
    await expect(dialog).toBeVisible();
    await page.keyboard.press('2');
    await page.keyboard.press('ControlOrMeta+Enter');
    await expect(dialog).toBeHidden();
    await expect
      .poll(async () => JSON.stringify(await passport(page, document)), { timeout: 60_000 })
      .toContain('Confirmed with the supplier');
  });
});

test('where no reading passes Enter takes none and says why, and a number takes one', async ({
  console: { page, url },
}) => {
  test.setTimeout(120_000);
  await actAs(page, 'reviewer');
  const document = await documentLike(page, hasRightIban);
  const { name = '', value: right } = findIban(document) ?? {};
  const wrong = [1, 2].map((more) =>
    (right ?? '').replace(/\d(?=\D*$)/, (digit) => String((Number(digit) + more) % 10)),
  );
  await page.route('**/call/review.read', async (route) => {
    const response = await route.fetch();
    const answered = (await response.json()) as { readonly value: ReviewDocument };
    if (answered.value.documentId !== document.documentId) return route.fulfill({ response });
    const value = withReadings(answered.value, name, wrong);
    return route.fulfill({ json: { ...answered, value } });
  });
  await openOnDesk(page, url, document);
  await placeOn(page, name).click();
  const cards = page.locator('tr[data-details-of] button');
  await expect(cards.filter({ hasText: wrong[0] ?? '' })).toHaveAttribute('aria-pressed', 'false');
  await expect(cards.filter({ hasText: wrong[1] ?? '' })).toHaveAttribute('aria-pressed', 'false');

  await page.keyboard.press('Enter');
  const says = page.getByText(/^No reading passes, so none was taken\./);
  await expect(says).toContainText('The check digits of this IBAN are wrong');
  await page.keyboard.press('Enter');
  await expect(focusedPlace(page)).toHaveAttribute('data-place', name);
  await expect(says).toBeVisible();
  await expectClean(page, 'no reading passes');

  await page.keyboard.press('2');
  await placeOn(page, name).click();
  await expect(placeOn(page, name)).toContainText(wrong[1] ?? '');
  await expect(cards.filter({ hasText: wrong[1] ?? '' })).toHaveAttribute('aria-pressed', 'true');
});

test('an invoice that was accepted before is found while its number is typed', async ({
  console: { page, url },
}) => {
  test.setTimeout(180_000);
  await actAs(page, 'reviewer');
  const [accepted, document] = await documentsLike(page, hasNumber, { most: 2, tenantId: 'northwind' });
  if (accepted === undefined || document === undefined) return;
  const { supplier, number } = readInvoiceValues(accepted.fields);
  await decideBeside(page, accepted, { reason: 'Confirmed' });
  const asked = {
    ...toKey(document),
    supplier: supplier ?? '',
    number: number ?? '',
    vatNumber: null,
    amount: null,
  };
  await expect
    .poll(async () => (await answer<Earlier>(page, 'review.findEarlier', asked)).earlier?.length)
    .toBe(1);

  await openOnDesk(page, url, document);
  const failed = page.getByRole('region', { name: 'Failed rules' });
  const type = async (role: FieldRole, value: string) => {
    await placeOn(page, document.fields.find((field) => findRole(field) === role)?.name ?? '').click();
    await page.keyboard.press('e');
    await expect(typing(page)).toBeFocused();
    await page.keyboard.press('ControlOrMeta+a');
    await page.keyboard.type(value);
  };
  await type('supplier', supplier ?? '');
  await page.keyboard.press('Tab');
  await expect(failed.getByText(/was accepted before/)).toHaveCount(0);
  await type('number', number ?? '');
  await expect(failed).toContainText('was accepted before');
  // Another number is another invoice, at once.
  await page.keyboard.type('9');
  await expect(failed.getByText(/was accepted before/)).toHaveCount(0);
  await page.keyboard.press('Backspace');
  await expect(failed).toContainText('was accepted before');
});

interface Earlier {
  readonly earlier: readonly object[] | null;
}

function hasNumber({ fields, weights, fourEyes, opinions }: ReviewDocument): boolean {
  const { supplier, number } = readInvoiceValues(fields);
  return weights !== null && supplier !== null && number !== null && !fourEyes && opinions.length === 0;
}

test('a document that is right takes no key more, and Enter takes the reading that passes', async ({
  console: { page, url },
}) => {
  test.setTimeout(180_000);
  await actAs(page, 'reviewer');
  const document = await documentLike(page, hasOtherReading);
  await openOnDesk(page, url, document);
  const place = placesToDecide(document, 'review').find((one) => isOther(document, one)) ?? '';
  const { chosen } = chooseReading(document, {}, place);
  await placeOn(page, place).click();
  const cards = page.locator('tr[data-details-of] button[aria-pressed="true"]');
  await expect(cards).toHaveCount(1);
  await expect(cards).toContainText(chosen ?? '');
  await page.keyboard.press('k');
  await expect(focusedPlace(page)).toBeVisible();
  await placeOn(page, placesToDecide(document, 'review')[0] ?? '').click();
  await acceptAll(page, document);
  await page.keyboard.press('ControlOrMeta+Enter');
  await expect
    .poll(async () => (await command(page, 'review.read', toKey(document))).decision, { timeout: 90_000 })
    .toBe('approve');
  const stored = await command(page, 'review.read', toKey(document));
  expect(stored.fields.find(({ name }) => name === place)?.value).toBe(chosen);
});

function findIban({ fields }: ReviewDocument): ReviewField | undefined {
  return fields.find(
    ({ type, value }) => fieldType(type).kind === 'iban' && /^[A-Z]{2}\d{2}/.test(value ?? ''),
  );
}

/** One person decides it, and its IBAN is right and not asked for. */
function hasRightIban(document: ReviewDocument): boolean {
  const iban = findIban(document);
  if (!isPlain(document) || iban === undefined || iban.flags.length > 0) return false;
  return listAgainstApproval(findFailures(document, {})).length === 0 && onlyFields(document);
}

/** The rules speak for the reading of a field that is not the stored one, and nothing fails with it. */
function hasOtherReading(document: ReviewDocument): boolean {
  if (!isPlain(document) || !onlyFields(document)) return false;
  const chosen = placesToDecide(document, 'review').map(
    (place) => [place, chooseReading(document, {}, place).chosen] as const,
  );
  if (chosen.some(([, value]) => value === null)) return false;
  const edits = Object.fromEntries(
    chosen.map(([place, value]) => [place, { kind: 'value', value: value ?? '' } as const]),
  );
  return (
    chosen.some(([place]) => isOther(document, place)) &&
    listAgainstApproval(findFailures(document, edits)).length === 0
  );
}

function isOther(document: ReviewDocument, place: string): boolean {
  const { chosen } = chooseReading(document, {}, place);
  return chosen !== null && chosen !== document.fields.find(({ name }) => name === place)?.value;
}

function onlyFields(document: ReviewDocument): boolean {
  return placesToDecide(document, 'review').every((place) => toCellPlace(place) === undefined);
}

/** The document as if its readers had found two other values for a field. */
function withReadings(
  document: ReviewDocument,
  name: string,
  [textract = '', bedrock = '']: readonly string[],
): ReviewDocument {
  const readings: ReviewField['readings'] = [
    { reader: 'textract', value: textract, confidence: 0.71 },
    { reader: 'bedrock', value: bedrock, confidence: 0.72 },
  ];
  const fields = document.fields.map((field) =>
    field.name === name
      ? { ...field, value: bedrock, readings, flags: ['readers disagree' as const] }
      : field,
  );
  return { ...document, fields };
}
