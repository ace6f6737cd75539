import { expect, test } from 'vitest';
import { applyPreferences } from '#renderer/app/session/session-gate.tsx';

function anElement() {
  const attributes = new Map<string, string>();
  return {
    attributes,
    setAttribute: (name: string, value: string) => void attributes.set(name, value),
    removeAttribute: (name: string) => void attributes.delete(name),
  };
}

test('a chosen theme is set, and can be left to the system again', () => {
  const root = anElement();
  applyPreferences({ theme: 'dark', motion: 'reduced' }, root);
  expect([...root.attributes]).toEqual([
    ['data-theme', 'dark'],
    ['data-motion', 'reduced'],
  ]);
  applyPreferences({ theme: 'system', motion: 'system' }, root);
  expect([...root.attributes]).toEqual([]);
});
