import { describe, expect, it } from 'vitest';
import { differsFromPrinted, printedFigure } from '#shared/pricing/printed-figure.ts';

describe('a figure that a source prints', () => {
  it.each([
    ['$0.006', '0.006'],
    ['~$0.001', '0.001'],
    ['≈ $0.071/day', '0.071'],
    ['0.10', '0.10'],
    ['$1,234.50 a month', '1234.50'],
    ['free', null],
    [undefined, null],
  ])('%s has the digits %s', (printed, digits) => {
    expect(printedFigure(printed)).toBe(digits);
  });

  it.each([
    ['0.00625', '0.006', false],
    ['0.0125', '0.013', false],
    ['0.00075', '0.001', false],
    ['0.0025', '0.003', false],
    ['0.00375', '0.002', true],
    ['0.1', '0.10', false],
    ['0.104', '0.1', false],
    ['0.104', '0.10', false],
    ['0.105', '0.10', true],
  ])('%s against %s: differs %s', (usd, figure, differs) => {
    expect(differsFromPrinted(usd, figure)).toBe(differs);
  });
});
