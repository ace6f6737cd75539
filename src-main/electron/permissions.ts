import { session } from 'electron';

/**
 * Electron grants everything unless told otherwise. The console needs nothing: copy, export and
 * notifications are done by the main process.
 */
export function denyPermissions(): void {
  session.defaultSession.setPermissionRequestHandler((_contents, _permission, decide) => decide(false));
  session.defaultSession.setPermissionCheckHandler(() => false);
  session.defaultSession.setDevicePermissionHandler(() => false);
}
