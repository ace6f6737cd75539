import { expect, test } from 'vitest';
import { applyPreferences, explainClosedDoor } from '#renderer/app/session/session-gate.tsx';

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

test.each(['untrusted-caller', 'host-unreachable'] as const)(
  'only the browser is told about an address and a terminal when a call fails with %s',
  (code) => {
    const failure = { code, message: 'Nothing was done.', reference: 'r-1' };
    expect(JSON.stringify(explainClosedDoor(failure, 'browser'))).toMatch(/open the address/i);
    const desktop = explainClosedDoor(failure, 'electron');
    expect(JSON.stringify(desktop)).not.toMatch(/address|terminal|npm/);
    expect(desktop.next).toContain('close Sluice and start it again');
  },
);
