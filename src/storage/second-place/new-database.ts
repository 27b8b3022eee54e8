import { database } from '../database/database.ts';
import { NEW_DATABASE } from '../database/migrations.ts';
import { listPlace } from './place-files.ts';

/** Whether the browser has made the database anew, and its library is not wholly put back yet. */
export const isNewDatabase = async (): Promise<boolean> =>
  (await (await database()).getKey('settings', NEW_DATABASE)) !== undefined;

/** Whether what is missing in the database may still be put back from the second place. */
export async function isBeingPutBack(): Promise<boolean> {
  if (!(await isNewDatabase())) return false;
  const { logs, copies } = await listPlace();
  return logs.length + copies.length > 0;
}
