import { execFile } from 'node:child_process';
import {
  cpSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { dirname, join } from 'node:path';
import { promisify } from 'node:util';
import { PROJECT_ROOT } from '../../src/cli/project-root.ts';

/** A step of a guide: a new file, an edit of one that is there, or a command. */
export type Step =
  | { kind: 'file'; path: string; content: string }
  | { kind: 'edit'; path: string; change: string }
  | { kind: 'command'; line: string };

/**
 * The steps of a guide: the blocks of code in it. `sh` has a command in each line, `diff` an edit; any other block is a file. The path
 * of a file is the last one in code before the block.
 */
export function stepsOf(page: string): Step[] {
  const markdown = readFileSync(join(PROJECT_ROOT, page), 'utf8');
  const steps: Step[] = [];
  let path = '';
  for (const [, named, language, body = ''] of markdown.matchAll(
    /`([\w./-]+\/[\w.-]+\.\w+)`|^```(\w+)\n(.*?)^```$/gms,
  )) {
    if (named) path = named;
    else if (language === 'sh')
      steps.push(
        ...body
          .split('\n')
          .filter(Boolean)
          .map((line): Step => ({ kind: 'command', line })),
      );
    else if (language === 'diff') steps.push({ kind: 'edit', path, change: body });
    else steps.push({ kind: 'file', path, content: body });
  }
  return steps;
}

/**
 * Applies an edit as a person does: the lines that begin with a space or a minus are found, once, and replaced by those that begin with a
 * space or a plus. `@@` separates places. Throws if a place is not there, or is there twice.
 */
export function applyEdit(text: string, change: string): string {
  const places = change.replace(/\n$/, '').split(/^@@\n/m);
  return places.reduce((edited, place) => {
    const lines = place.replace(/\n$/, '').split('\n');
    const side = (sign: string) =>
      lines
        .filter((line) => line.startsWith(sign) || !/^[+-]/.test(line))
        .map((line) => `${line.slice(1)}\n`)
        .join('');
    const [before, after, ...more] = edited.split(side('-'));
    if (after === undefined || more.length > 0)
      throw new Error(
        `The guide's lines are in the file ${more.length > 0 ? 'twice' : 'nowhere'}:\n${place}`,
      );
    return before + side('+') + after;
  }, text);
}

/** Not part of the sources, or replaced by a link. */
const LEFT_OUT = new Set(['node_modules', '.git', '.cache', 'dist', 'dist-maps', 'test-results']);

/** A copy of the project, in which guides are followed. */
export class ProjectCopy {
  readonly root: string;
  /** The folder around it, for files beside the project. */
  readonly #around: string;

  constructor() {
    mkdirSync(join(PROJECT_ROOT, '.cache'), { recursive: true });
    this.#around = mkdtempSync(join(PROJECT_ROOT, '.cache', 'guides-'));
    this.root = join(this.#around, 'earshot');
    mkdirSync(this.root);
    for (const name of readdirSync(PROJECT_ROOT).filter((one) => !LEFT_OUT.has(one)))
      cpSync(join(PROJECT_ROOT, name), join(this.root, name), { recursive: true });
    symlinkSync(join(PROJECT_ROOT, 'node_modules'), join(this.root, 'node_modules'));
  }

  remove(): void {
    rmSync(this.#around, { recursive: true, force: true });
  }

  read(path: string): string {
    return readFileSync(join(this.root, path), 'utf8');
  }

  write(path: string, content: string | Uint8Array): void {
    mkdirSync(dirname(join(this.root, path)), { recursive: true });
    writeFileSync(join(this.root, path), content);
  }

  /** Does what a step says. Throws with the output of a command that fails. */
  async follow(step: Step, env: Record<string, string> = {}): Promise<string> {
    if (step.kind === 'file') this.write(step.path, step.content);
    else if (step.kind === 'edit') this.write(step.path, applyEdit(this.read(step.path), step.change));
    else return this.run(step.line, env);
    return '';
  }

  /** Runs a line in a shell, as it is typed; its output. Throws with that if it fails. */
  async run(line: string, env: Record<string, string> = {}): Promise<string> {
    const options = { cwd: this.root, env: { ...process.env, NO_COLOR: '1', ...env }, maxBuffer: 1e8 };
    try {
      const { stdout, stderr } = await promisify(execFile)('bash', ['-c', line], options);
      return stdout + stderr;
    } catch (error) {
      const { stdout = '', stderr = '' } = error as { stdout?: string; stderr?: string };
      throw new Error(`${line} failed:\n${stdout}${stderr}`);
    }
  }
}
