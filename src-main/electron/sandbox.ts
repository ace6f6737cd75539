import { app } from 'electron';

/**
 * enableSandbox also takes --no-sandbox off the command line, and Chromium then aborts its helper
 * processes where it cannot sandbox at all: as root, and in many containers. There a developer has
 * to say --no-sandbox; the window keeps `sandbox: true` either way, and a packaged app that is
 * started with the switch has already ended (debug-switches.ts).
 */
export function sandboxEveryProcess(): void {
  if (app.commandLine.hasSwitch('no-sandbox')) {
    process.stderr.write('The operating system sandbox is off, because of --no-sandbox.\n');
    return;
  }
  app.enableSandbox();
}
