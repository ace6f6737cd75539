import { spawn } from 'node:child_process';

/** A comfort, not a need: the address is printed in any case. */
export function openInBrowser(address: string): void {
  if (process.platform === 'linux' && !hasDisplay(process.env)) return;
  const [command, args] = opener(process.platform, address);
  const child = spawn(command, args, { stdio: 'ignore', detached: true });
  child.on('error', () => process.stderr.write(`No browser could be opened; open the address yourself.\n`));
  child.unref();
}

export function hasDisplay(environment: NodeJS.ProcessEnv): boolean {
  return Boolean(environment['DISPLAY']) || Boolean(environment['WAYLAND_DISPLAY']);
}

function opener(platform: NodeJS.Platform, address: string): [string, string[]] {
  if (platform === 'darwin') return ['open', [address]];
  if (platform === 'win32') return ['rundll32', ['url.dll,FileProtocolHandler', address]];
  return ['xdg-open', [address]];
}
