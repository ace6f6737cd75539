import { expect, it } from 'vitest';
import { findUnsupportedLanguage } from '#pipelines/extraction/aws-readers/detect-language.ts';
import { writeContents } from '#local/world/sheets/contents.ts';
import { transcribe } from '#local/world/sheets/transcript.ts';
import { pickLanguage } from '#local/world/sheets/languages.ts';
import type { SheetRecipe } from '#local/world/sheets/sheet.ts';
import { many } from '../../../src-local/world/sheets/a-recipe.ts';

it('a sheet in another language is known by its words', () => {
  for (const recipe of many(120, { defect: 'unsupported language' })) {
    expect(findUnsupportedLanguage(listLines(recipe))).toBe(pickLanguage(recipe)?.name);
  }
});

it('an English sheet with foreign names is readable', () => {
  for (const recipe of many(120)) expect(findUnsupportedLanguage(listLines(recipe))).toBeUndefined();
});

it.each([
  'Rechnung Nr. 2041 vom 12.11.2026, Betrag und Datum der Lieferung, Summe mit MwSt und Zahlung auf Konto',
  'Facture numéro 2041, date de livraison, montant total, TVA et paiement du client',
  'Factura número 2041, fecha de entrega, importe total con IVA y pago del cliente',
  '',
])('"%s" is readable', (text) => {
  expect(findUnsupportedLanguage([text])).toBeUndefined();
});

it.each([
  ['Polish', 'Faktura numer 2041, data, kwota razem, dostawa i zamówienie, podatek do zapłaty na konto'],
  ['Turkish', 'Fatura tarih ve numara, tutar, toplam, teslimat için ödeme hesap'],
])('%s is not', (language, text) => {
  expect(findUnsupportedLanguage([text])).toBe(language);
});

function listLines(recipe: SheetRecipe): string[] {
  return transcribe(recipe, writeContents(recipe)).lines.map(({ text }) => text);
}
