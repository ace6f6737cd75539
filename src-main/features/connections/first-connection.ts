import { sandboxConnectionId } from '#shared/domain/connection.ts';
import { CannotStart } from '../../home/cannot-start.ts';
import type { ConnectionsFile } from './read-connections.ts';

interface FirstConnection {
  readonly connectionId: string;
  /** What the person should know about how it came to be this one. */
  readonly notices: readonly string[];
}

/**
 * An unknown id with a sound file is a slip of the keyboard and stops the start. Where the file
 * itself is broken the sandbox opens instead, and the console says so.
 */
export function firstConnection(asked: string | undefined, file: ConnectionsFile): FirstConnection {
  const connectionId = choose(asked, file);
  return { connectionId, notices: noticesAbout(file, asked, connectionId) };
}

function choose(asked: string | undefined, file: ConnectionsFile): string {
  const known = [sandboxConnectionId, ...file.connections.map(({ id }) => id)];
  if (asked === undefined) return sandboxConnectionId;
  if (known.includes(asked)) return asked;
  if (file.problems.length > 0) return sandboxConnectionId;
  throw new CannotStart(`There is no connection "${asked}" in ${file.file}. Known: ${known.join(', ')}.`);
}

function noticesAbout(file: ConnectionsFile, asked: string | undefined, opened: string): string[] {
  const notices: string[] = [];
  if (asked !== undefined && asked !== opened) {
    notices.push(
      `"${asked}" could not be opened because of the problems in connections.json; this is the sandbox.`,
    );
  }
  const [first] = file.problems;
  if (first !== undefined) {
    const others = file.problems.length > 1 ? ` and ${file.problems.length - 1} more` : '';
    notices.push(`connections.json: ${first.path} ${first.problem}${others}.`);
  }
  return notices;
}
