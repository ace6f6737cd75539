import { expect, test } from 'vitest';
import { hasStandardFonts } from '#renderer/features/review/viewer/standard-fonts.ts';

test('fonts of the published widths are as good as those that PDFs leave out', () => {
  expect(hasStandardFonts((family) => (family.startsWith('Helvetica') ? 6_614.3 : 7_200))).toBe(true);
});

test('fonts that are wider are not, even if it is one of them and by little', () => {
  expect(hasStandardFonts((family) => (family.startsWith('Helvetica') ? 7_164 : 7_200))).toBe(false);
  expect(hasStandardFonts((family) => (family.startsWith('Helvetica') ? 6_614 : 7_224))).toBe(false);
});
