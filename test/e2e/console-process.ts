import { fork } from 'node:child_process';
import { once } from 'node:events';
import { rmSync } from 'node:fs';
import { semiSpaceMb } from '#local/host/young-generation.ts';
import { freshHome } from '#scripts/start-console.ts';
import type { RunningConsole } from '#scripts/start-console.ts';
import type { Answer, Meanwhile, Question } from './moved-console-host.ts';

/** Both of these work once the sandbox is open, which the first request does. */
export interface MovedConsole extends Omit<RunningConsole, 'kill'> {
  meanwhile(doing: Meanwhile): Promise<void>;
  /** Moves the clock of the sandbox's world on and runs whatever falls due on the way. */
  pass(seconds: number): Promise<void>;
}

/** A process that opens one console after the other, each with a home and a world of its own. */
export interface ConsoleProcess {
  open(home?: string): Promise<MovedConsole>;
  end(): Promise<void>;
}

type Asked = Question extends infer One ? (One extends Question ? Omit<One, 'id' | 'home'> : never) : never;

/** The process starts with the first console. */
export function consoleProcess(): ConsoleProcess {
  let started: ReturnType<typeof startProcess> | undefined;
  let port = 0;
  return {
    async open(home = freshHome()) {
      const { askConsole, stderr } = (started ??= startProcess());
      const ask = (asked: Asked) => askConsole(home, asked);
      const before = stderr().length;
      // The same address again lets the browser keep the scripts that it has compiled.
      const { address = '' } = await ask({ does: 'open', port });
      const { origin, port: given } = new URL(address);
      port = Number(given);
      const meanwhile = async (doing: Meanwhile): Promise<void> => void (await ask(doing));
      return {
        address,
        origin,
        home,
        stderr: () => stderr().slice(before),
        meanwhile,
        pass: (seconds) => meanwhile({ does: 'pass', seconds }),
        async stop() {
          await ask({ does: 'close' });
          // The audit trail may still be writing its last line.
          rmSync(home, { recursive: true, force: true, maxRetries: 20, retryDelay: 100 });
        },
      };
    },
    async end() {
      await started?.end();
    },
  };
}

function startProcess() {
  const child = fork('out-test/main/moved-console-host.js', ['out-test'], {
    // The thread in which a sandbox lives otherwise has as much room for what is new.
    execArgv: [`--max-semi-space-size=${semiSpaceMb}`],
    stdio: ['ignore', 'ignore', 'pipe', 'ipc'],
  });
  let stderr = '';
  child.stderr?.on('data', (text: Buffer) => (stderr += text.toString('utf8')));
  const closed = once(child, 'close');
  const waiting = new Map<number, (answer: Answer) => void>();
  let hasEnded = false;
  let lastId = 0;
  child.on('message', (answer: Answer) => {
    waiting.get(answer.id)?.(answer);
    waiting.delete(answer.id);
  });
  child.once('close', () => {
    hasEnded = true;
    for (const [id, settle] of waiting) settle({ id, problem: 'The process of the consoles has ended' });
  });

  async function askConsole(home: string, asked: Asked): Promise<Answer> {
    const id = ++lastId;
    const answer = await new Promise<Answer>((resolve) => {
      if (hasEnded) return resolve({ id, problem: 'The process of the consoles has ended' });
      waiting.set(id, resolve);
      child.send({ id, home, ...asked } satisfies Question);
    });
    if (answer.problem !== undefined) throw new Error(`${asked.does}: ${answer.problem}\n${stderr}`);
    return answer;
  }

  return {
    askConsole,
    stderr: () => stderr,
    async end() {
      child.kill('SIGTERM');
      await closed;
    },
  };
}
