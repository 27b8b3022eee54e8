import {
  existsSync,
  lstatSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  readlinkSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { ensureFree } from '../server/serve.ts';

/** The process that owns a profile: its id, the moment of its start and its id namespace, so that a later process with the same id differs. */
const NAME = /^earshot-profile-(\d+)-(\d+)-(\d+)-/;

/** In a profile: the port of the app, to which its database belongs, and jobs whose transcripts nobody has yet, by what they are of. */
const NOTES = 'earshot-jobs.json';

/** How long a profile is kept whose process is gone and whose transcript was not written. */
const KEPT_MS = 7 * 86_400_000;

export interface ProfileNotes {
  port: number;
  /** Addresses of results. */
  jobs: Record<string, string>;
  /** Whether a transcript could not be written. */
  isKept: boolean;
}

const here = () => tmpdir();

/** Clock ticks from the start of the machine to that of a process, where the system shows them; 0 where it does not. */
function startOf(pid: number | 'self'): number {
  try {
    const status = readFileSync(`/proc/${pid}/stat`, 'utf8');
    // The second field is a name in brackets, which may contain anything.
    return Number(status.slice(status.lastIndexOf(')') + 2).split(' ')[19] ?? 0);
  } catch {
    return 0;
  }
}

/** Containers that share a folder do not see each other's processes. */
function idSpace(): number {
  try {
    return Number(/\d+/.exec(readlinkSync('/proc/self/ns/pid'))?.[0] ?? 0);
  } catch {
    return 0;
  }
}

const prefix = () => `earshot-profile-${process.pid}-${startOf('self')}-${idSpace()}-`;

export const newProfile = (): string => mkdtempSync(join(here(), prefix()));

function isRunning(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    // Another user's.
    return error instanceof Error && 'code' in error && error.code === 'EPERM';
  }
}

/** Whether a browser, which may end after its command, has the profile open: Chromium's lock is a link to HOST-PID. */
function isOpen(profile: string): boolean {
  try {
    const pid = Number(/-(\d+)$/.exec(readlinkSync(join(profile, 'SingletonLock')))?.[1] ?? 0);
    return pid > 0 && isRunning(pid);
  } catch {
    return false;
  }
}

/** Temporary profiles of this user whose processes are gone: ended by SIGKILL, or kept. */
function abandonedProfiles(): string[] {
  const space = idSpace();
  return readdirSync(here()).flatMap((name) => {
    const [, pid = 0, start = 0, of] = (NAME.exec(name) ?? []).map(Number);
    const path = join(here(), name);
    if (of !== space || lstatSync(path, { throwIfNoEntry: false })?.uid !== process.getuid?.()) return [];
    const isAlive = isRunning(pid) && startOf(pid) === start;
    return isAlive || isOpen(path) ? [] : [path];
  });
}

/** Deletes the profiles, with the recordings in them, of processes that are gone. Kept ones are deleted after a week. */
export function sweepProfiles(now = Date.now()): void {
  for (const profile of abandonedProfiles()) {
    const notes = readNotes(profile);
    if (notes?.isKept && now - statSync(profile).mtimeMs < KEPT_MS) continue;
    try {
      rmSync(profile, { recursive: true, force: true, maxRetries: 3 });
    } catch (error) {
      console.error(`The profile ${profile} of an earlier run could not be deleted: ${String(error)}`);
    }
  }
}

const isFree = (port: number): Promise<boolean> =>
  ensureFree(port).then(
    () => true,
    () => false,
  );

/** A profile of a process that is gone, with a job of one of these; from now on it is this process's. Null if there is none. */
export async function adoptProfile(of: readonly string[]): Promise<{ profile: string; port: number } | null> {
  for (const profile of abandonedProfiles()) {
    const notes = readNotes(profile);
    if (!notes || !of.some((one) => one in notes.jobs) || !(await isFree(notes.port))) continue;
    const own = newProfile();
    try {
      // In place of the empty folder; only one of several processes can.
      if (process.platform === 'win32') rmSync(own, { recursive: true });
      renameSync(profile, own);
    } catch {
      rmSync(own, { recursive: true, force: true });
      continue;
    }
    return { profile: own, port: notes.port };
  }
  return null;
}

export function readNotes(profile: string): ProfileNotes | null {
  const path = join(profile, NOTES);
  if (!existsSync(path)) return null;
  try {
    return JSON.parse(readFileSync(path, 'utf8'));
  } catch {
    // It was cut off while it was written.
    return null;
  }
}

export function writeNotes(profile: string, notes: ProfileNotes): void {
  const path = join(profile, NOTES);
  writeFileSync(`${path}.part`, JSON.stringify(notes));
  renameSync(`${path}.part`, path);
}
