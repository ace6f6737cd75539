import { readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { createConnection, createServer } from 'node:net';
import { join } from 'node:path';
import { expect, it, onTestFinished } from 'vitest';
import { findKind } from '#main/home/home-files.ts';
import { answerOtherStarts, reachRunningConsole, type Reached } from '#main/home/running-console.ts';
import { aHome } from '#test/builders/a-home.ts';

const reached = { address: 'http://127.0.0.1:4100/#token=S3CRET' };
const others = process.platform === 'win32' ? 0o066 : 0;

/** On Windows the pipes are the real ones; elsewhere a folder stands in for the place where they are. */
function aMachine() {
  const folder = aHome();
  const pipes = process.platform === 'win32' ? '\\\\.\\pipe\\' : `${folder}/`;
  const around = { platform: 'win32', pipes } as const;
  const names = (): string[] =>
    readdirSync(pipes).filter((name) => name.startsWith('sluice-') || name.startsWith('old-'));
  return { around, pipes, names };
}

async function aConsole(home: string, answer: Reached, around?: Parameters<typeof answerOtherStarts>[2]) {
  const stop = await answerOtherStarts(home, () => answer, around);
  onTestFinished(stop);
  return stop;
}

/** Connects to a socket as any program may, and returns all that the socket sends. */
function readAll(path: string, says?: string): Promise<string> {
  return new Promise((done) => {
    let received = '';
    const socket = createConnection(path, () => says !== undefined && socket.write(says));
    socket.on('data', (text: Buffer) => (received += text.toString('utf8')));
    socket.on('error', () => {});
    socket.on('close', () => done(received));
  });
}

it.each(['the pipes of Windows', 'a socket in the home'])(
  'a second start is led to the console that runs, by %s',
  async (way) => {
    const around = way === 'a socket in the home' ? {} : aMachine().around;
    const home = aHome();
    expect(await reachRunningConsole(home, around)).toBeUndefined();
    const stop = await aConsole(home, reached, around);
    expect(await reachRunningConsole(home, around)).toEqual(reached);
    expect(await reachRunningConsole(home, around)).toEqual(reached);
    stop();
    expect(await reachRunningConsole(home, around)).toBeUndefined();
    await aConsole(home, 'its window came to the front', around);
    expect(await reachRunningConsole(home, around)).toBe('its window came to the front');
  },
);

it('another user of the machine is told nothing by the pipe', async () => {
  const { around, pipes, names } = aMachine();
  const home = aHome();
  await aConsole(home, reached, around);
  const [name = ''] = names();
  for (const says of ['x'.repeat(43), `${'x'.repeat(43)}\n`, '\n'.repeat(200)]) {
    expect(await readAll(pipes + name, says)).toBe('');
  }
  expect(await reachRunningConsole(home, around)).toEqual(reached);
});

it('its secrets are in the home, private to its owner, and new for each console', async () => {
  const { around, names } = aMachine();
  const home = aHome();
  const stop = await aConsole(home, reached, around);
  const file = join(home, 'console.secrets');
  const [before, [name = '']] = [readFileSync(file, 'utf8'), names()];
  expect(statSync(file).mode & 0o077).toBe(others);
  expect(findKind('console.secrets')?.kind).toBe('passing');
  expect(before).not.toContain(name.slice('sluice-'.length));
  stop();
  await aConsole(home, reached, around);
  expect(readFileSync(file, 'utf8')).not.toBe(before);
  expect(names()).not.toContain(name);
});

it('a program that has taken the name of a pipe that has gone leads nowhere', async () => {
  const { around, pipes, names } = aMachine();
  const home = aHome();
  const stop = await aConsole(home, reached, around);
  const [name = ''] = names();
  stop();
  const heard: string[] = [];
  const evil = { address: 'http://127.0.0.1:6666/#token=theirs' };
  const proofs = ['', 'x'.repeat(43)];
  const server = createServer((socket) => {
    socket.on('error', () => {});
    socket.once('data', (text: Buffer) => {
      heard.push(text.toString('utf8'));
      // It can send back all that it was ever sent.
      socket.end(JSON.stringify({ proof: [...proofs, heard[0]][heard.length - 1], reached: evil }));
    });
  });
  await new Promise<void>((done) => server.listen(pipes + name, done));
  for (let time = 0; time < 3; time += 1) expect(await reachRunningConsole(home, around)).toBeUndefined();
  expect(heard).toHaveLength(3);
  await new Promise((done) => server.close(done));
  // The secret that it heard does not open the next console.
  await aConsole(home, reached, around);
  const [next = ''] = names();
  expect(await readAll(pipes + next, heard[0])).toBe('');
});

it('secrets that cannot be read lead nowhere', async () => {
  const { around } = aMachine();
  const home = aHome();
  await aConsole(home, reached, around);
  for (const text of ['', '{', '{"question":"","proof":""}']) {
    writeFileSync(join(home, 'console.secrets'), text);
    expect(await reachRunningConsole(home, around)).toBeUndefined();
  }
});

it('a connection that asks nothing is closed', { timeout: 20_000 }, async () => {
  const { around, pipes, names } = aMachine();
  await aConsole(aHome(), reached, around);
  const [name = ''] = names();
  expect(await readAll(pipes + name)).toBe('');
});
