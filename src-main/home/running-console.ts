import { createHash } from 'node:crypto';
import { rmSync } from 'node:fs';
import { createConnection, createServer, type Server } from 'node:net';
import { join, resolve } from 'node:path';

/** How the console that runs on a home folder is reached: by an address for a browser, or by its window. */
export type Reached = { readonly address: string } | 'its window came to the front';

/**
 * Asks the console that already runs on this home folder, so that a second start leads to it. Two consoles on one folder
 * would write to the same files. Returns undefined if none runs there.
 */
export function reachRunningConsole(home: string): Promise<Reached | undefined> {
  const path = socketPath(home);
  if (path === undefined) return Promise.resolve(undefined);
  return new Promise((done) => {
    const socket = createConnection(path);
    const end = (reached?: Reached): void => {
      socket.destroy();
      done(reached);
    };
    socket.setTimeout(longestAnswer, () => end());
    socket.once('error', () => end());
    socket.once('close', () => end());
    let answer = '';
    socket.on('data', (text: Buffer) => (answer += text.toString('utf8')));
    socket.once('end', () => end(parseAnswer(answer)));
  });
}

/**
 * Answers other starts on this home folder while this console runs. The socket lies in the folder, which only its owner
 * can open. Where it cannot be made, a second start is stopped by the sandbox's own lock, as without it.
 */
export async function answerOtherStarts(home: string, reach: () => Reached): Promise<() => void> {
  const path = socketPath(home);
  if (path === undefined) return () => {};
  const server = createServer((socket) => {
    socket.on('error', () => {});
    socket.end(`${JSON.stringify(reach())}\n`);
  });
  // A killed console leaves its socket behind. That none answers there was seen a moment ago.
  try {
    if (process.platform !== 'win32') rmSync(path, { force: true });
  } catch {
    // A folder is in its place. It holds nothing of ours and stays; other starts are then stopped by the sandbox's lock.
    return () => {};
  }
  if (!(await isListening(server, path))) return () => {};
  // It must not keep the program running.
  server.unref();
  return () => void server.close();
}

const longestAnswer = 3_000;

function isListening(server: Server, path: string): Promise<boolean> {
  return new Promise((done) => {
    server.once('error', () => done(false));
    server.listen(path, () => done(true));
  });
}

/** Unix accepts about a hundred characters; a home folder with a longer path has no socket. */
function socketPath(home: string): string | undefined {
  const path = join(resolve(home), 'console.socket');
  if (process.platform === 'win32') {
    return `\\\\.\\pipe\\sluice-${createHash('sha256').update(resolve(home).toLowerCase()).digest('hex').slice(0, 32)}`;
  }
  return Buffer.byteLength(path) > 100 ? undefined : path;
}

function parseAnswer(line: string): Reached | undefined {
  try {
    const answer: unknown = JSON.parse(line);
    if (answer === 'its window came to the front') return answer;
    const address: unknown = typeof answer === 'object' && answer !== null && Reflect.get(answer, 'address');
    if (typeof address === 'string' && /^http:\/\/127\.0\.0\.1:\d+\/#token=[\w-]+$/.test(address))
      return { address };
  } catch {
    // Another program listens there.
  }
  return undefined;
}
