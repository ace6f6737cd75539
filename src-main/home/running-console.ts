import { createHash, randomBytes, timingSafeEqual } from 'node:crypto';
import { rmSync } from 'node:fs';
import { createConnection, createServer, type Server } from 'node:net';
import { join, resolve } from 'node:path';
import { z } from 'zod';
import { replaceFile } from './home-folder.ts';
import { inspectKept, parseWith } from './lost-files.ts';

/** How the console that runs on a home folder is reached: by an address for a browser, or by its window. */
export type Reached = { readonly address: string } | 'its window came to the front';

interface Around {
  readonly platform?: NodeJS.Platform;
  /** This is where Windows keeps its named pipes. */
  readonly pipes?: string;
}

/**
 * Asks the console that already runs on this home folder, so that a second start leads to it. Two consoles on one folder
 * would write to the same files. Returns undefined if none runs there.
 */
export function reachRunningConsole(home: string, around: Around = {}): Promise<Reached | undefined> {
  const secrets = readSecrets(home);
  if (secrets === undefined) return Promise.resolve(undefined);
  const path = socketPath(home, secrets, around);
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
    socket.on('data', (text: Buffer) => {
      answer += text.toString('utf8');
      if (answer.length > mostCharacters) end();
    });
    socket.once('end', () => end(parseAnswer(answer, secrets)));
    socket.write(secrets.question);
  });
}

/**
 * Answers other starts on this home folder while this console runs, and only those that can read the folder. Where that
 * is not possible, a second start is stopped by the sandbox's own lock, as without it.
 */
export async function answerOtherStarts(
  home: string,
  reach: () => Reached,
  around: Around = {},
): Promise<() => void> {
  const secrets = { question: newSecret(), proof: newSecret() };
  const path = socketPath(home, secrets, around);
  if (path === undefined) return () => {};
  const server = createServer((socket) => {
    socket.on('error', () => {});
    socket.setTimeout(longestAnswer, () => socket.destroy());
    let asked = '';
    socket.on('data', (text: Buffer) => {
      asked += text.toString('latin1');
      if (asked.length < secrets.question.length) return;
      if (isSameSecret(asked, secrets.question)) {
        socket.end(`${JSON.stringify({ proof: secrets.proof, reached: reach() })}\n`);
      } else {
        socket.destroy();
      }
    });
  });
  try {
    replaceFile(join(home, secretsName), `${JSON.stringify(secrets)}\n`);
    // A killed console leaves its socket behind. That none answers there was seen a moment ago.
    if (!isPipe(around)) rmSync(path, { force: true });
  } catch {
    // A folder is in the place of one of them, or the disk is full. Other starts are then stopped by the sandbox's lock.
    return () => {};
  }
  if (!(await isListening(server, path))) return () => {};
  // It must not keep the program running.
  server.unref();
  return () => void server.close();
}

const longestAnswer = 3_000;
const mostCharacters = 10_000;

/**
 * Every user of a Windows machine may read from a named pipe, and may take the name of one that has gone. A start
 * therefore proves first that it can read the home folder, and so does the console that answers it. Each console makes
 * new secrets, so that one which was sent to a stranger's pipe opens nothing.
 */
const secretsName = 'console.secrets';
const secretsSchema = z.strictObject({ question: z.string().min(40).max(100), proof: z.string().min(40) });
type Secrets = z.infer<typeof secretsSchema>;

function newSecret(): string {
  return randomBytes(32).toString('base64url');
}

function readSecrets(home: string): Secrets | undefined {
  try {
    const found = inspectKept(join(home, secretsName), parseWith(secretsSchema));
    return found.state === 'whole' ? found.value : undefined;
  } catch {
    // The file is being replaced, or the machine cannot open any more files.
    return undefined;
  }
}

function isSameSecret(given: string, known: string): boolean {
  const [one, other] = [Buffer.from(given), Buffer.from(known)];
  return one.byteLength === other.byteLength && timingSafeEqual(one, other);
}

function isListening(server: Server, path: string): Promise<boolean> {
  return new Promise((done) => {
    server.once('error', () => done(false));
    server.listen(path, () => done(true));
  });
}

function isPipe({ platform = process.platform }: Around): boolean {
  return platform === 'win32';
}

/**
 * The name of a pipe is new for each console, so that no other program can have taken it. Unix accepts about a hundred
 * characters; a home folder with a longer path has no socket.
 */
function socketPath(home: string, { question }: Secrets, around: Around): string | undefined {
  if (isPipe(around)) {
    const name = createHash('sha256').update(question).digest('hex').slice(0, 32);
    return `${around.pipes ?? '\\\\.\\pipe\\'}sluice-${name}`;
  }
  const path = join(resolve(home), 'console.socket');
  return Buffer.byteLength(path) > 100 ? undefined : path;
}

const answerSchema = z.strictObject({
  proof: z.string(),
  reached: z.union([
    z.literal('its window came to the front'),
    z.strictObject({ address: z.string().regex(/^http:\/\/127\.0\.0\.1:\d+\/#token=[\w-]+$/) }),
  ]),
});

/** Returns undefined where another program listens there. */
function parseAnswer(line: string, { proof }: Secrets): Reached | undefined {
  const answer = parseWith(answerSchema)(line);
  return answer !== undefined && isSameSecret(answer.proof, proof) ? answer.reached : undefined;
}
