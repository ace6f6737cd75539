import { spawn } from 'node:child_process';
import { closeSync, mkdirSync, openSync } from 'node:fs';
import { connect } from 'node:net';
import { dirname } from 'node:path';
import { NotHere, type RunningOracle } from './oracle.ts';

interface ServerProcess {
  readonly name: string;
  readonly command: string;
  readonly args: readonly string[];
  readonly port: number;
  readonly env?: Readonly<Record<string, string>>;
  readonly log: string;
}

const longestStart = 60_000;

/** Starts a loopback server that ends when it is stopped or when this process ends. */
export async function startServer(server: ServerProcess): Promise<RunningOracle> {
  mkdirSync(dirname(server.log), { recursive: true });
  const log = openSync(server.log, 'w');
  const child = spawn(server.command, server.args, {
    stdio: ['ignore', log, log],
    env: { ...process.env, ...server.env },
  });
  closeSync(log);
  const kill = (): void => {
    child.kill('SIGKILL');
  };
  process.once('exit', kill);
  let gone = false;
  const ended = new Promise<void>((resolve) => {
    const end = (): void => {
      gone = true;
      resolve();
    };
    child.once('error', end);
    child.once('exit', end);
  });

  for (const started = Date.now(); !(await listens(server.port));) {
    if (gone || Date.now() - started > longestStart) {
      kill();
      throw new NotHere(`${server.name} did not start; see ${server.log}`);
    }
    await new Promise((resolve) => {
      setTimeout(resolve, 100);
    });
  }
  return {
    url: `http://127.0.0.1:${server.port}`,
    async stop() {
      process.removeListener('exit', kill);
      kill();
      await ended;
    },
  };
}

function listens(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = connect(port, '127.0.0.1');
    const answer = (value: boolean) => () => {
      socket.destroy();
      resolve(value);
    };
    socket.once('connect', answer(true));
    socket.once('error', answer(false));
  });
}
