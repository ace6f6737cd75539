import { spawn } from 'node:child_process';
import { join } from 'node:path';

const patienceMs = 180_000;

/** Runs the installer in Electron's package; resolves with why it failed, or undefined. */
export function installElectron(dir: string, limitMs = patienceMs): Promise<string | undefined> {
  process.stderr.write("Electron's runtime is not here yet; fetching it.\n");
  return new Promise((resolve) => {
    const child = spawn(process.execPath, [join(dir, 'install.js')], { stdio: ['ignore', 'ignore', 'pipe'] });
    let late = false;
    let complaint = '';
    const timer = setTimeout(() => {
      late = true;
      child.kill();
    }, limitMs);
    const end = (failure: string | undefined): void => {
      clearTimeout(timer);
      resolve(failure);
    };

    child.stderr.on('data', (text: Buffer) => (complaint += text.toString('utf8')));
    child.on('error', (error) => end(`its installer did not start: ${error.message}`));
    child.on('close', (code, signal) => {
      if (late) return end(`timed out after ${Math.round(limitMs / 1_000)} seconds`);
      if (code === 0) return end(undefined);
      end(reasonIn(complaint) || `its installer ended with ${signal ?? `exit code ${String(code)}`}`);
    });
  });
}

/** The installer prints a stack; of a failed fetch its first line says nothing, and the cause, if any, all. */
function reasonIn(complaint: string): string {
  const [first = ''] = complaint.trim().split('\n', 1);
  if (!first.includes('fetch failed')) return first;
  const cause = /\[?cause\]?: (?:\w*Error: )?(.+)/.exec(complaint)?.[1];
  return cause?.replace(/\s*\{$/, '') ?? 'no network, or something on the way blocks the download';
}
