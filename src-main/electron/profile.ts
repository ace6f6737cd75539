import { join } from 'node:path';
import { app } from 'electron';

/**
 * Chromium keeps its profile and the single-instance lock here. Its own default would be shared
 * with every other Electron program that is started by path; and a console with a home of its own
 * (--home) is a console of its own, which may run beside the first and leaves nothing outside.
 */
export function keepProfileInHome(home: string): void {
  app.setName('Sluice');
  app.setPath('userData', join(home, 'electron'));
}
