import { spawn } from 'node:child_process';

/** Resolves with the window's exit code, so that `npm start` ends as the console did. */
export function openDesktop(executable: string, entry: string, argv: readonly string[]): Promise<number> {
  return new Promise((resolve) => {
    const child = spawn(executable, [entry, ...argv], { stdio: 'inherit' });
    child.on('error', (error) => {
      process.stderr.write(`Electron did not start: ${error.message}\n`);
      resolve(1);
    });
    child.on('close', (code) => resolve(code ?? 1));
  });
}
