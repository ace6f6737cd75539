import { parseArgs } from 'node:util';
import { tenantProblem } from '#shared/catalogue/iam/policy-statements.ts';
import { roleSchema, roles } from '#shared/contract/define.ts';
import type { Role } from '#shared/contract/define.ts';
import { sandboxConnectionId } from '#shared/domain/connection.ts';

export interface PolicyFlags {
  readonly help: boolean;
  /** Writes the policy of discovery, which belongs to no connection and no role. */
  readonly discovery: boolean;
  readonly connection: string;
  readonly role: Role;
  readonly tenant: string | null;
  readonly home: string | undefined;
  readonly catalogue: string | undefined;
}

type ParsedPolicyFlags =
  | { readonly ok: true; readonly flags: PolicyFlags }
  | { readonly ok: false; readonly problem: string };

export const policyUsage = `npm run -s iam -- --role ${roles.join('|')} [options]
npm run -s iam -- --discovery

  --role R          the role to write the policy for
  --connection ID   the connection that names the account and its tables (default: local, the sandbox)
  --tenant ID       limit every read to the partitions of one tenant
  --home DIR        where connections.json lives
  --catalogue FILE  your own system's access patterns, in addition to the built-in ones
  --discovery       the policy of finding the parts of an account when a connection is added
  --help            print this text`;

const options = {
  connection: { type: 'string' },
  role: { type: 'string' },
  tenant: { type: 'string' },
  home: { type: 'string' },
  catalogue: { type: 'string' },
  discovery: { type: 'boolean' },
  help: { type: 'boolean', short: 'h' },
} as const;

/** Refuses unknown flags, because a misspelt --tennant would otherwise open all tenants. */
export function parsePolicyFlags(argv: readonly string[]): ParsedPolicyFlags {
  try {
    const { values } = parseArgs({ args: [...argv], options });
    const help = values.help === true;
    const discovery = values.discovery === true;
    const others = Object.keys(values).filter((name) => name !== 'discovery' && name !== 'help');
    if (discovery && others.length > 0) {
      return {
        ok: false,
        problem: `--discovery is the same for everyone; leave out --${others.join(' and --')}.`,
      };
    }
    const role = roleSchema.safeParse(help || discovery ? 'admin' : values.role);
    if (!role.success) {
      const found = values.role === undefined ? 'nothing' : `"${values.role}"`;
      return { ok: false, problem: `--role expects ${roles.join(', ')}; found ${found}.` };
    }
    if (values.home === '') return { ok: false, problem: '--home expects a folder, found nothing.' };
    const problem = values.tenant === undefined ? null : tenantProblem(values.tenant);
    if (problem !== null) return { ok: false, problem: `--tenant "${values.tenant}" ${problem}.` };
    const { connection = sandboxConnectionId, tenant = null, home, catalogue } = values;
    return { ok: true, flags: { help, discovery, connection, role: role.data, tenant, home, catalogue } };
  } catch (error) {
    return { ok: false, problem: error instanceof Error ? firstSentence(error.message) : String(error) };
  }
}

/** Drops a hint about positional arguments that Node adds. */
function firstSentence(message: string): string {
  const end = message.indexOf('. ');
  return end === -1 ? message : message.slice(0, end + 1);
}
