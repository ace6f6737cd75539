import type { Persona } from '#shared/contract/session.ts';
import { isOfOthersToo } from './batches-by-id.ts';
import type { ConnectionDoors } from './connection-access.ts';
import { figuresOfAll } from './figures-of-all.ts';
import { refusedQueues } from './refusing-doors.ts';
import { ofAllTenants } from './scope/of-all-tenants.ts';
import { batchOwners, type BatchOwners } from './scope/batch-owners.ts';
import { scopedFiles } from './scope/scoped-files.ts';
import { scopedExecutions } from './scope/scoped-executions.ts';
import { scopedReader } from './scope/scoped-reader.ts';
import { whoseTables, type NamesHere } from './scope/whose-tables.ts';
import { tableNames } from './table-names.ts';

/**
 * Holds every read to the tenants that this person may see. Who is known to nobody, or sees all of them, is held by
 * what AWS allows. The pipeline API checks by itself.
 */
export function scopedDoors(
  doors: ConnectionDoors,
  who: Persona | null,
  namesHere: NamesHere = byConvention,
): ConnectionDoors {
  if (who === null || who.tenants === '*') return doors;
  const scope = { personId: who.id, tenants: new Set(who.tenants) };
  const owners = ownersOf(doors);
  const reader = scopedReader(doors.reader, scope, { owners, tables: whoseTables(namesHere) });
  return {
    reader,
    executions: scopedExecutions(doors.executions, scope, { unscoped: doors.reader, owners }),
    pipeline: doors.pipeline,
    files: scopedFiles(doors.files, scope),
    queues: refusedQueues(ofAllTenants([...scope.tenants])).queues,
    alarms: refusedQueues(figuresOfAll([...scope.tenants])).alarms,
    async isOfOthersToo(batch) {
      const answer = await isOfOthersToo(doors, batch);
      // What was read is not shown, nor how much of it there was.
      return answer.receipt === undefined
        ? answer
        : { ...answer, receipt: { ...answer.receipt, items: 0, bytes: 0 } };
    },
  };
}

/** Of a connection that names no table itself: the sandbox, whose names are the convention's. */
const byConvention: NamesHere = (system) => tableNames(system, 'sandbox');

/** Doors are held anew for every call; what is known of a connection's batches stays. */
const known = new WeakMap<ConnectionDoors, BatchOwners>();

function ownersOf(doors: ConnectionDoors): BatchOwners {
  const owners = known.get(doors) ?? batchOwners(Date.now);
  known.set(doors, owners);
  return owners;
}
