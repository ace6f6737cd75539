import { EventEmitter } from 'node:events';
import { expect, it, vi } from 'vitest';
import { exitOnFatalError } from '#main/start/start-browser-host.ts';

function anEnding() {
  const said: string[] = [];
  vi.spyOn(process.stderr, 'write').mockImplementation((text) => (said.push(String(text)), true));
  const source = new EventEmitter();
  const fatal = vi.fn<(fields: object, message: string) => void>();
  const ignore = (): void => {};
  const log = { info: ignore, warn: ignore, error: ignore, fatal, close: ignore, file: '/h/log/sluice.log' };
  const exit = vi.fn<(code: number) => void>();
  exitOnFatalError(log, source, exit);
  return { said, source, fatal, exit };
}

it.each(['uncaughtException', 'unhandledRejection'])(
  '%s is logged as fatal, printed in one line with the log, and ends the console',
  (event) => {
    const { said, source, fatal, exit } = anEnding();
    const error = new Error('tenant acme: secret detail');
    source.emit(event, error);
    expect(fatal.mock.calls).toEqual([[{ err: error }, 'Sluice has to close']]);
    expect(said).toEqual([expect.stringMatching(/^Sluice has to close: .*\/h\/log\/sluice\.log.*\n$/)]);
    expect(said[0]).not.toContain('secret');
    expect(exit.mock.calls).toEqual([[1]]);
  },
);

it('an error while ending still ends it, and is not printed again', () => {
  const { said, source, fatal, exit } = anEnding();
  source.emit('uncaughtException', new Error('first'));
  source.emit('uncaughtException', new Error('EPIPE'));
  expect(fatal).toHaveBeenCalledOnce();
  expect(said).toHaveLength(1);
  expect(exit.mock.calls).toEqual([[1], [1]]);
});
