import { describe, expect, it } from 'vitest';
import { moneyText } from '#shared/pricing/money-text.ts';

describe('dollars as people read them', () => {
  it.each([
    ['0', '$0.00'],
    ['0.0755', '$0.0755'],
    ['0.005', '$0.005'],
    ['0.41', '$0.41'],
    ['0.4', '$0.40'],
    ['0.00004', 'less than $0.0001'],
    ['0.0001', '$0.0001'],
    ['0.99996', '$1.00'],
    ['2.265', '$2.27'],
    ['5', '$5.00'],
    ['131.2', '$131'],
    ['6098.4', '$6,098'],
    ['1234567.5', '$1,234,568'],
    ['-0.0021', '−$0.0021'],
  ])('%s is %s', (usd, text) => {
    expect(moneyText(usd)).toBe(text);
  });

  it('keeps the points of a column below each other', () => {
    expect(moneyText('0.008', { places: 4 })).toBe('$0.0080');
    expect(moneyText('0', { places: 4 })).toBe('$0.0000');
    expect(moneyText('1234.5', { places: 4 })).toBe('$1,234.5000');
    expect(moneyText('0.00004', { places: 4, tiny: 'sign' })).toBe('<$0.0001');
    expect(moneyText('0.004', { places: 2 })).toBe('less than $0.01');
  });

  it('shows the first digit of what one read costs where that is asked for', () => {
    expect(moneyText('0.0000005625', { tiny: 'digits' })).toBe('$0.0000006');
    expect(moneyText('0.0000000625', { tiny: 'digits' })).toBe('$0.00000006');
    expect(moneyText('0.00001', { tiny: 'digits' })).toBe('$0.00001');
  });
});
