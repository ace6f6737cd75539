import { expect, test } from 'vitest';
import { initials } from '#renderer/app/shell/role-chip.tsx';

test.each([
  ['Mira Okafor', 'MO'],
  ['Ana de la Cruz', 'AC'],
  ['Élodie', 'ÉL'],
  ['  ', '?'],
  ['maya ortiz (temp)', 'MO'],
])('the initials of "%s" are %s', (name, letters) => {
  expect(initials(name)).toBe(letters);
});
