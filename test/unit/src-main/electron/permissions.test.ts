import { beforeEach, expect, test, vi } from 'vitest';
import { denyPermissions } from '#main/electron/permissions.ts';
import { resetElectron, session } from '#test/stand-ins/electron.ts';

beforeEach(resetElectron);

const { defaultSession } = session;

test.each([
  'clipboard-read',
  'clipboard-sanitized-write',
  'display-capture',
  'fileSystem',
  'fullscreen',
  'geolocation',
  'local-network-access',
  'media',
  'notifications',
  'openExternal',
  'unknown',
] as const)('denies %s, asked for or checked', (permission) => {
  denyPermissions();
  const [request] = defaultSession.setPermissionRequestHandler.mock.lastCall ?? [];
  const [check] = defaultSession.setPermissionCheckHandler.mock.lastCall ?? [];
  const decide = vi.fn<(granted: boolean) => void>();
  request?.({} as never, permission, decide, {} as never);
  expect(decide.mock.calls).toEqual([[false]]);
  expect(check?.(null, permission, 'app://console', {} as never)).toBe(false);
});

test.each(['hid', 'serial', 'usb'] as const)('denies every %s device', (deviceType) => {
  denyPermissions();
  const [device] = defaultSession.setDevicePermissionHandler.mock.lastCall ?? [];
  expect(device?.({ deviceType, origin: 'app://console', device: {} } as never)).toBe(false);
});
