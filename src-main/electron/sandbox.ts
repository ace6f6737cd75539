import { app } from 'electron';

/**
 * enableSandbox also takes --no-sandbox off the command line, and Chromium then aborts its helper
 * processes where it cannot sandbox at all: as root, and in many containers. There `npm start` opens
 * the browser host instead (start/electron-sandbox.ts) and knows no such flag. Somebody who must have
 * the window runs Electron itself: npx electron --no-sandbox out/main/electron.js. The window keeps
 * `sandbox: true` even then, and a packaged app that is started with the switch has already ended
 * (debug-switches.ts).
 */
export function sandboxEveryProcess(): void {
  if (app.commandLine.hasSwitch('no-sandbox')) {
    process.stderr.write(
      'The operating system sandbox is off, because of --no-sandbox. ' +
        'Where it cannot be on, the console also runs in a browser: npm start -- --web\n',
    );
    return;
  }
  app.enableSandbox();
}
