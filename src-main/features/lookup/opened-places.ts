import { join } from 'node:path';
import { z } from 'zod';
import { openedPlaceSchema, type OpenedPlace } from '#shared/contract/lookup.ts';
import { ok } from '#shared/contract/result.ts';
import type { Session } from '#shared/contract/session.ts';
import { maySeeAll, maySeeTenant } from '#shared/permissions.ts';
import type { Handlers } from '../../gate/gate.ts';
import { replaceFile } from '../../home/home-folder.ts';
import { parseWith, readKept } from '../../home/lost-files.ts';
import type { Log } from '../../log/open-log.ts';

interface Parts {
  readonly home: string;
  readonly session: () => Session;
  /** The connections that there are. What was opened on another is forgotten at the next write. */
  readonly hasConnection: (connectionId: string) => boolean;
  readonly log: Pick<Log, 'warn'>;
  readonly now: () => number;
  /** A test may pass a full disk. */
  readonly replace?: (file: string, content: string) => void;
}

const most = { places: 30, people: 50 };
const fileName = 'opened.json';
const storedSchema = z.object({
  opened: z.array(
    z.object({ connection: z.string(), person: z.string(), places: z.array(openedPlaceSchema).catch([]) }),
  ),
});
export const parseOpenedFile = parseWith(storedSchema);
type Opened = z.infer<typeof storedSchema>['opened'][number];

/** Keeps the last places that each person opened on each connection in a file of the home folder: ids and no values. */
export function openedPlaces(parts: Parts): Pick<Handlers, 'lookup.opened' | 'lookup.noteOpened'> {
  const { home, session, hasConnection, log, now, replace = replaceFile } = parts;
  const file = join(home, fileName);
  return {
    'lookup.opened': () => ok({ places: listVisible(read()) }),
    'lookup.noteOpened': ({ place }) => {
      const { connection, who } = session();
      const mine = { connection: connection.id, person: who?.id ?? '' };
      const all = read();
      const before = all.find((one) => isSamePerson(one, mine))?.places ?? [];
      const text = JSON.stringify(place);
      const places = [place, ...before.filter((one) => JSON.stringify(one) !== text)].slice(0, most.places);
      const others = all.filter((one) => !isSamePerson(one, mine) && hasConnection(one.connection));
      const opened = [{ ...mine, places }, ...others].slice(0, most.people);
      try {
        replace(file, `${JSON.stringify({ opened }, null, 2)}\n`);
      } catch (error) {
        log.warn({ err: error, file }, 'an opened place was not remembered');
      }
      return ok({ places: listVisible(opened) });
    },
  };

  /** A person may have lost a tenant, or the right to see causes, since. */
  function listVisible(all: readonly Opened[]): OpenedPlace[] {
    const { connection, who } = session();
    const mine = { connection: connection.id, person: who?.id ?? '' };
    const places = all.find((one) => isSamePerson(one, mine))?.places ?? [];
    return places.filter((place) =>
      'tenantId' in place ? maySeeTenant(who, place.tenantId) : place.kind === 'job' || maySeeAll(who),
    );
  }

  function read(): readonly Opened[] {
    return readKept(file, parseOpenedFile, { home, log, now })?.opened ?? [];
  }
}

function isSamePerson(
  one: Pick<Opened, 'connection' | 'person'>,
  other: Pick<Opened, 'connection' | 'person'>,
): boolean {
  return one.connection === other.connection && one.person === other.person;
}
