import { statSync } from 'node:fs';
import { parseArgs } from 'node:util';

export interface Flags {
  readonly host: 'any' | 'web' | 'electron';
  readonly port: number;
  readonly open: boolean;
  readonly home: string | undefined;
  readonly connection: string | undefined;
  readonly seed: number | undefined;
  readonly tenants: number | undefined;
  readonly catalogue: string | undefined;
  readonly help: boolean;
}

type ParsedFlags =
  | { readonly ok: true; readonly flags: Flags }
  | { readonly ok: false; readonly problem: string };

const options = {
  web: { type: 'boolean' },
  electron: { type: 'boolean' },
  port: { type: 'string' },
  'no-open': { type: 'boolean' },
  home: { type: 'string' },
  connection: { type: 'string' },
  seed: { type: 'string' },
  tenants: { type: 'string' },
  catalogue: { type: 'string' },
  help: { type: 'boolean', short: 'h' },
} as const;

export const usage = `npm start -- [options]

  --web             serve the console to a browser on this machine
  --electron        open the desktop window; do not fall back to the browser
  --port N          the browser host's port (default: any free one)
  --no-open         do not open a browser; print the address only
  --home DIR        where connections.json, jobs, audit and logs live
  --connection ID   the connection to open (default: local, the sandbox)
  --seed N          the seed of the sandbox; a different seed resets it (default: 1)
  --tenants N       how many tenants the sandbox has, from 4 to 10000; another number resets it (default: 4)
  --catalogue FILE  your own systems' access patterns, as JSON
  --help            print this text`;

/** Unknown flags are refused: a misspelt --read-only that is silently ignored would be worse. */
export function parseFlags(argv: readonly string[]): ParsedFlags {
  try {
    const { values, positionals } = parseArgs({ args: [...argv], options, allowPositionals: true });
    if (positionals.length > 0) return { ok: false, problem: `Unexpected argument "${positionals[0]}".` };
    if (values.web === true && values.electron === true) {
      return { ok: false, problem: 'Use either --web or --electron, not both.' };
    }
    if (values.home === '') return { ok: false, problem: '--home expects a folder, got nothing.' };
    const port = wholeNumber('--port', values.port, 0, 65_535);
    const seed = wholeNumber('--seed', values.seed, 0, Number.MAX_SAFE_INTEGER);
    const tenants = wholeNumber('--tenants', values.tenants, 4, 10_000);
    return {
      ok: true,
      flags: {
        host: values.web === true ? 'web' : values.electron === true ? 'electron' : 'any',
        port: port ?? 0,
        open: values['no-open'] !== true,
        home: values.home,
        connection: values.connection,
        seed,
        tenants,
        catalogue: values.catalogue,
        help: values.help === true,
      },
    };
  } catch (error) {
    return { ok: false, problem: error instanceof Error ? firstSentence(error.message) : String(error) };
  }
}

function wholeNumber(flag: string, text: string | undefined, min: number, max: number): number | undefined {
  if (text === undefined) return undefined;
  const value = /^\d+$/.test(text) ? Number(text) : Number.NaN;
  if (!(value >= min && value <= max)) {
    throw new Error(`${flag} expects a whole number from ${min} to ${max}, got "${text}".`);
  }
  return value;
}

/** Node adds a hint about positional arguments that does not apply here. */
function firstSentence(message: string): string {
  const end = message.indexOf('. ');
  return end === -1 ? message : message.slice(0, end + 1);
}

/** The Explorer reports problems inside the file, but a missing file has to be reported here. */
export function catalogueProblem({ catalogue }: Flags): string | undefined {
  if (catalogue === undefined || statSync(catalogue, { throwIfNoEntry: false })?.isFile() === true)
    return undefined;
  return `--catalogue expects a file; there is none at "${catalogue}".`;
}
