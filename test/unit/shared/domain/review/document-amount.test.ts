import { expect, it } from 'vitest';
import { documentAmount } from '#shared/domain/review/document-amount.ts';

const invoice = { subtotal: 'money', tax: 'money', total: 'money', invoiceNumber: 'text' };

it('is the total before anything else, in either notation', () => {
  expect(documentAmount({ subtotal: '2,493.00', tax: '498.60', total: '2,991.60' }, invoice)).toBe(2_991.6);
  expect(documentAmount({ total: 'EUR 2.991,60' }, invoice)).toBe(2_991.6);
});

it('is not guessed from another field where the total cannot be read', () => {
  expect(documentAmount({ subtotal: '2,493.00', total: 'z,99l.6O' }, invoice)).toBeNull();
  expect(documentAmount({ subtotal: '2,493.00' }, invoice)).toBeNull();
});

it('is the largest where no field has a telling name', () => {
  expect(documentAmount({ fee: '12.00', premium: '310.50' }, { fee: 'money', premium: 'money' })).toBe(310.5);
});

it('is none of a document without money', () => {
  expect(documentAmount({ total: '12' }, { total: 'number', netWeight: 'number' })).toBeNull();
  expect(documentAmount({}, {})).toBeNull();
});

it('is known by its name where no schema is', () => {
  expect(documentAmount({ claimed: '480.00', excess: '20.00' }, null)).toBe(480);
  expect(documentAmount({ note: '480.00' }, null)).toBeNull();
});
